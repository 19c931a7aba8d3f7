/** The door for clients of Workers KV: what the binding of a Worker calls, and the REST interface of Cloudflare. */
@NullMarked
package dev.yorozu.server.doors.cloudflare;

import org.jspecify.annotations.NullMarked;
