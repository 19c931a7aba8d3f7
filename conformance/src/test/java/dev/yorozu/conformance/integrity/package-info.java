/** The integrity of counters, likes, rankings and boards, on any store. */
@NullMarked
package dev.yorozu.conformance.integrity;

import org.jspecify.annotations.NullMarked;
