/** The integrity of counters, likes, rankings and boards, on any store. */
@NullMarked
package dev.yorozu.store.testkit.integrity;

import org.jspecify.annotations.NullMarked;
