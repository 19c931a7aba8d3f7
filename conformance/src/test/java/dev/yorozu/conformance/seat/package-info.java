/** What the signed tokens of sessions promise of which a user has one, whatever store they stand on. */
@NullMarked
package dev.yorozu.conformance.seat;

import org.jspecify.annotations.NullMarked;
