/** Structured logs on standard error: one line for each event, written behind the caller's back. */
@NullMarked
package dev.yorozu.server.log;

import org.jspecify.annotations.NullMarked;
