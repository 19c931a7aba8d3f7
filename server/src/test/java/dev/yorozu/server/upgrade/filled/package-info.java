/** A store that an earlier version filled, and what must be true of it in every later one. */
@NullMarked
package dev.yorozu.server.upgrade.filled;

import org.jspecify.annotations.NullMarked;
