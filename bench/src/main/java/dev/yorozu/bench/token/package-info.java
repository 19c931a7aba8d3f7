/** Tokens: refreshed and checked, in process and over HTTP, and the sign-ins that bring them. */
@NullMarked
package dev.yorozu.bench.token;

import org.jspecify.annotations.NullMarked;
