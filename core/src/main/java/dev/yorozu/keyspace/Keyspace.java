package dev.yorozu.keyspace;

import java.util.stream.Stream;

/** All keys of the product. */
public final class Keyspace {
    private static final Schema SCHEMA = Schema.of(Stream.of(
                    DiscordKeys.TABLE,
                    OidcKeys.TABLE,
                    PatreonKeys.TABLE,
                    TokenKeys.TABLE,
                    NostalgicKeys.TABLE,
                    UserKeys.TABLE,
                    ServerKeys.TABLE,
                    LimitKeys.TABLE,
                    CacheKeys.TABLE,
                    AuditKeys.TABLE,
                    AppKeys.TABLE)
            .flatMap(KeyTable::patterns)
            .toList());

    private Keyspace() {}

    public static Schema schema() {
        return SCHEMA;
    }
}
