/** Tells other sites what happened, off the request path, and never reaches into the network that the server is in. */
@NullMarked
package dev.yorozu.server.webhook;

import org.jspecify.annotations.NullMarked;
