/** Structured logs on standard error or in a file: one line for each event, written behind the caller's back. */
@NullMarked
package dev.yorozu.server.log;

import org.jspecify.annotations.NullMarked;
