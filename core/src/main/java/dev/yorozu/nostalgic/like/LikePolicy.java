package dev.yorozu.nostalgic.like;

import dev.yorozu.store.Durability;

/**
 * How likes are kept.
 *
 * @param durability what an acknowledged like has reached
 * @param usersPerAddress how many users behind one address may press a button in a day; each of them as often as they like
 */
public record LikePolicy(Durability durability, int usersPerAddress) {
    public static final LikePolicy DEFAULT = new LikePolicy(Durability.RELAXED, 100);
}
