/** What the server counts and times, for Prometheus. */
@NullMarked
package dev.yorozu.server.metrics;

import org.jspecify.annotations.NullMarked;
