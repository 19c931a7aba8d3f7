/** Servers measured side by side: the same work over HTTP by Yorozu, by a bare handler and by peers. */
@NullMarked
package dev.yorozu.bench.comparison;

import org.jspecify.annotations.NullMarked;
