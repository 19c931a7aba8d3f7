/** Copies of what is slow to ask for, which are never older than the last completed change. */
@NullMarked
package dev.yorozu.cache;

import org.jspecify.annotations.NullMarked;
