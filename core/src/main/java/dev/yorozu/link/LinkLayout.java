package dev.yorozu.link;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.KeyPattern;

/**
 * Where share links lie.
 *
 * @param mapping the long token behind a short one
 * @param record who owns a link and whether it was deleted, by the digest of its long token
 * @param index the digests of a user's links
 */
public record LinkLayout(KeyPattern mapping, KeyPattern record, KeyPattern index) {
    public static final LinkLayout DISCORD =
            new LinkLayout(DiscordKeys.SHORT_LINK, DiscordKeys.LINK, DiscordKeys.USER_LINKS);
}
