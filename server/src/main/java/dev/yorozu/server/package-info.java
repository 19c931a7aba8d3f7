/** The server. */
@NullMarked
package dev.yorozu.server;

import org.jspecify.annotations.NullMarked;
