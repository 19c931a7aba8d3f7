@NullMarked
package dev.yorozu.server.operate.statistics;

import org.jspecify.annotations.NullMarked;
