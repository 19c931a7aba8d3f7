/** Tokens: refreshed and checked, in process and over HTTP, and the sign-ins that are refused. */
@NullMarked
package dev.yorozu.bench.token;

import org.jspecify.annotations.NullMarked;
