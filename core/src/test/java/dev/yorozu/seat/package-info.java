/** Seats, as far as no store is needed. */
@NullMarked
package dev.yorozu.seat;

import org.jspecify.annotations.NullMarked;
