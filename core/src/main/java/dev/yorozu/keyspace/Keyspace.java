package dev.yorozu.keyspace;

import java.util.List;
import java.util.stream.Stream;

/** All keys of the product. */
public final class Keyspace {
    private static final Schema SCHEMA = Schema.of(Stream.of(
                    DiscordKeys.ALL,
                    OidcKeys.ALL,
                    PatreonKeys.ALL,
                    TokenKeys.ALL,
                    NostalgicKeys.ALL,
                    UserKeys.ALL,
                    LockKeys.ALL,
                    ServerKeys.ALL,
                    LimitKeys.ALL,
                    CacheKeys.ALL,
                    AuditKeys.ALL,
                    AppKeys.ALL)
            .flatMap(List::stream)
            .toList());

    private Keyspace() {}

    public static Schema schema() {
        return SCHEMA;
    }
}
