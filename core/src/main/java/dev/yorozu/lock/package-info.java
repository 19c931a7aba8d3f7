/** Locks that end by themselves, that only their owner releases, and that number their owners. */
@NullMarked
package dev.yorozu.lock;

import org.jspecify.annotations.NullMarked;
