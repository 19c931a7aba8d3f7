@NullMarked
package dev.yorozu.server.doors.upstash;

import org.jspecify.annotations.NullMarked;
