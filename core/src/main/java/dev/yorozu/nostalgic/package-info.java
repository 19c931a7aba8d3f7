/**
 * Counters, likes, rankings and boards that any page can embed: what the four have in common. Each is made for an
 * address by the holder of its token, used by all visitors, and deleted whole.
 */
@NullMarked
package dev.yorozu.nostalgic;

import org.jspecify.annotations.NullMarked;
