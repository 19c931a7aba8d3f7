/** Waiting between tries of something that another thread or server is about to do. */
@NullMarked
package dev.yorozu.retry;

import org.jspecify.annotations.NullMarked;
