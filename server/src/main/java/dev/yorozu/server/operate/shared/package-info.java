/** What servers on one store do in turns. */
@NullMarked
package dev.yorozu.server.operate.shared;

import org.jspecify.annotations.NullMarked;
