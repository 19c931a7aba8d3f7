/** What counters, likes, rankings and boards must do on every store. */
@NullMarked
package dev.yorozu.conformance.nostalgic;

import org.jspecify.annotations.NullMarked;
