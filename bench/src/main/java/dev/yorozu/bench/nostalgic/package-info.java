/** Counters, likes, rankings and boards, over HTTP and by the size of what they hold. */
@NullMarked
package dev.yorozu.bench.nostalgic;

import org.jspecify.annotations.NullMarked;
