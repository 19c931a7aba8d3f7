/** The kit for seats, on the reference store. */
@NullMarked
package dev.yorozu.store.testkit.seat;

import org.jspecify.annotations.NullMarked;
