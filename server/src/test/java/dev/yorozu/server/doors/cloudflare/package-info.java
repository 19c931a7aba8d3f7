/** Tests of the door for Workers KV. */
@NullMarked
package dev.yorozu.server.doors.cloudflare;

import org.jspecify.annotations.NullMarked;
