/** What seats and the tokens that hang on them promise, whatever store they stand on. */
@NullMarked
package dev.yorozu.conformance.seat;

import org.jspecify.annotations.NullMarked;
