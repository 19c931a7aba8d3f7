/** HTTP for the server's modules: routes, calls, replies, and one place that turns faults into answers. */
@NullMarked
package dev.yorozu.server.http;

import org.jspecify.annotations.NullMarked;
