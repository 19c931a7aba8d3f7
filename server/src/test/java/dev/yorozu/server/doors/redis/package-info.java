@NullMarked
package dev.yorozu.server.doors.redis;

import org.jspecify.annotations.NullMarked;
