/**
 * Counters, likes, rankings and boards that any page can embed: what the four have in common. Each is made for an
 * address by whoever holds its token, used by everybody, and deleted whole.
 */
@NullMarked
package dev.yorozu.nostalgic;

import org.jspecify.annotations.NullMarked;
