/** Counters of visits: each visitor once a day. */
@NullMarked
package dev.yorozu.nostalgic.counter;

import org.jspecify.annotations.NullMarked;
