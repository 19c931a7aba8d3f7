package dev.yorozu.conformance.session;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionLayout;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where sessions are listed, and how their secrets are kept. What is true of all sessions is tested with each of these. */
enum IndexKind {
    SET(Storage.DOCUMENTED),
    HARDENED_SET(Storage.HARDENED),
    /** Its sids are no secrets, and so it is the same in both storages. */
    SORTED_SET(Storage.DOCUMENTED),
    /** One session for each user, of which the newest stays. */
    RECORD(Storage.DOCUMENTED),
    HARDENED_RECORD(Storage.HARDENED);

    private static final SessionLayout DISCORD = SessionLayout.inSet(
            DiscordKeys.SESSION, DiscordKeys.USER_SESSIONS, Set.of("access_token", "refresh_token"));

    final Storage storage;

    IndexKind(Storage storage) {
        this.storage = storage;
    }

    /** A test that runs with every kind of index. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(IndexKind.class)
    @interface Each {}

    /** A test that runs with each index in which a user has several sessions. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = ".*SET")
    @interface OfSeveral {}

    /** A test that runs with each index that lies apart from the sessions. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SORTED_SET")
    @interface Apart {}

    /** A test of plain sets alone. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(names = {"SET", "HARDENED_SET"})
    @interface Sets {}

    /** A test of records alone. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(names = {"RECORD", "HARDENED_RECORD"})
    @interface Records {}

    boolean isSet() {
        return this == SET || this == HARDENED_SET;
    }

    boolean isRecord() {
        return this == RECORD || this == HARDENED_RECORD;
    }

    SessionLayout layout() {
        return isSet() ? DISCORD : isRecord() ? SessionLayout.PATREON : SessionLayout.USERS;
    }

    DrawnTokens random() {
        int bytes = layout().sid().bytes();
        return isSet() ? DrawnTokens.base64url(bytes) : DrawnTokens.hex(bytes);
    }

    /** The sid that is made of a token drawn. */
    String sid(String drawn) {
        return this == SORTED_SET ? "sess-" + drawn : drawn;
    }

    /** A sid that has the form and is never drawn. */
    String deadSid(int number) {
        return sid((isRecord() ? "%064d" : "%032d").formatted(number));
    }

    /** The field with the provider's token, which hardened storage encrypts where sids are secrets. */
    String secret() {
        return isRecord() ? "accessToken" : "access_token";
    }

    Document attributes(Instant now) {
        Document name = Document.empty().with("name", "Mia 海").withNull("avatar");
        return isRecord()
                ? name.with("accessToken", "clear-access")
                        .with("refreshToken", "clear-refresh")
                        .with("expiresAt", now.plus(SessionSuite.LIFE).toEpochMilli())
                : name.with("access_token", "clear-access")
                        .with("refresh_token", "clear-refresh")
                        .with("scope", "identify guilds")
                        .with("token_type", "Bearer")
                        .with("access_expires_at", 1_700_000_000_000L);
    }
}
