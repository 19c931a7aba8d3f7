/** The door for clients of Upstash: commands as JSON over HTTP. */
@NullMarked
package dev.yorozu.server.doors.upstash;

import org.jspecify.annotations.NullMarked;
