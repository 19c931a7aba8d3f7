/** How much there is of what: one count in the background, from which every question about statistics is answered. */
@NullMarked
package dev.yorozu.server.operate.statistics;

import org.jspecify.annotations.NullMarked;
