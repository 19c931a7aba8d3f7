/** The listener: takes requests, finds their routes, and sends their replies. */
@NullMarked
package dev.yorozu.server.http.listener;

import org.jspecify.annotations.NullMarked;
