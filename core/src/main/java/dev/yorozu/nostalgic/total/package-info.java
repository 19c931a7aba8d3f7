/** Totals of counters and likes: of one service, and of all whose names begin alike. */
@NullMarked
package dev.yorozu.nostalgic.total;

import org.jspecify.annotations.NullMarked;
