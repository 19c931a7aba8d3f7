/** The door for Redis clients: RESP2 and RESP3 on a port of its own. */
@NullMarked
package dev.yorozu.server.doors.redis;

import org.jspecify.annotations.NullMarked;
