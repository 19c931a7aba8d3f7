/** The files for Prometheus and Grafana. */
@NullMarked
package dev.yorozu.server.monitoring;

import org.jspecify.annotations.NullMarked;
