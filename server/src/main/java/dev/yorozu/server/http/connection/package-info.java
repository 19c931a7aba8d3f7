/** Connections of clients: how many there may be, and how long one may keep the server waiting. */
@NullMarked
package dev.yorozu.server.http.connection;

import org.jspecify.annotations.NullMarked;
