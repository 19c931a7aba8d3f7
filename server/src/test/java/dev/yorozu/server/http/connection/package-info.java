@NullMarked
package dev.yorozu.server.http.connection;

import org.jspecify.annotations.NullMarked;
