/** Traces, read as a collector reads them. */
@NullMarked
package dev.yorozu.server.tracing;

import org.jspecify.annotations.NullMarked;
