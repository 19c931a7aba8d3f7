/** The door for Redis clients, with the clients that people use. */
@NullMarked
package dev.yorozu.server.doors.redis.clients;

import org.jspecify.annotations.NullMarked;
