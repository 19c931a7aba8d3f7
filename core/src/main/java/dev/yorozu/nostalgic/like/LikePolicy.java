package dev.yorozu.nostalgic.like;

import dev.yorozu.store.Durability;

/** @param durability what an acknowledged like has reached */
public record LikePolicy(Durability durability) {
    public static final LikePolicy DEFAULT = new LikePolicy(Durability.RELAXED);
}
