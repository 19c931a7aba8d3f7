/** Signed tokens, changed at random. */
@NullMarked
package dev.yorozu.conformance.jwt;

import org.jspecify.annotations.NullMarked;
