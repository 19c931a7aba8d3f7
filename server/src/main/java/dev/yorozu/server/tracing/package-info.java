/** Traces by OpenTelemetry: one tree of spans for each request, sent to a collector. Names no key, no id and no address. */
@NullMarked
package dev.yorozu.server.tracing;

import org.jspecify.annotations.NullMarked;
