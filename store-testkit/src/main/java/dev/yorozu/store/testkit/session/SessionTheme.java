package dev.yorozu.store.testkit.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** What the parts of the contract share: a layout, a user of their own, and short forms. */
abstract class SessionTheme {
    static final SessionLayout LAYOUT = new SessionLayout(
            DiscordKeys.SESSION,
            DiscordKeys.USER_SESSIONS,
            24,
            "uid",
            "created_at",
            "last_seen_at",
            "ver",
            Set.of("access_token", "refresh_token"));

    static final Duration LIFE = Duration.ofDays(30);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final SessionPolicy POLICY =
            new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), 5, SessionPolicy.AtCap.END_OLDEST, MINUTE);

    static final Document ATTRIBUTES = Document.empty()
            .with("name", "Mia 海")
            .withNull("avatar")
            .with("access_token", "clear-access")
            .with("refresh_token", "clear-refresh")
            .with("scope", "identify guilds")
            .with("token_type", "Bearer")
            .with("access_expires_at", 1_700_000_000_000L);

    /**
     * Whether a case that does not depend on how secrets are stored is this storage's to run: usually each runs with one of
     * the two, and in a long run with both.
     */
    static boolean inTurn(Storage storage, int number) {
        return Race.isLong() || number % 2 == storage.ordinal();
    }

    /** Names the type that a lambda among the actions of a race has. */
    static <T> Callable<T> action(Callable<T> action) {
        return action;
    }

    private final SessionsContract contract;
    private final String user = UUID.randomUUID().toString();
    private final HeldClock clock;

    /** Every sid that the sessions of this test drew. */
    final RecordedTokens random = new RecordedTokens();

    /**
     * The clock of the sessions is held on every store. Where the store's own cannot be, it begins at the real time: keys
     * then live on while the sessions' time passes, and the limits that sessions keep by themselves are seen alone.
     */
    SessionTheme(SessionsContract contract) {
        this.contract = contract;
        this.clock =
                contract.clock().orElseGet(() -> new HeldClock(Instant.now().truncatedTo(ChronoUnit.MILLIS)));
    }

    static SessionPolicy cap(int sessions, SessionPolicy.AtCap atCap) {
        return new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), sessions, atCap, MINUTE);
    }

    Store store() {
        return contract.store();
    }

    HeldClock clock() {
        return clock;
    }

    Optional<HeldClock> storeClock() {
        return contract.clock();
    }

    String user() {
        return user;
    }

    Key index() {
        return DiscordKeys.USER_SESSIONS.key(user);
    }

    static Key key(Storage storage, String sid) {
        return DiscordKeys.SESSION.key(storage.keyPart(sid));
    }

    Sessions sessions(Storage storage) {
        return sessions(storage, POLICY);
    }

    Sessions sessions(Storage storage, SessionPolicy policy) {
        return sessions(store(), storage, policy);
    }

    Sessions sessions(Store store, Storage storage, SessionPolicy policy) {
        return new Sessions(store, LAYOUT, policy, storage, random.tokens(), clock);
    }

    Session started(Sessions sessions) {
        return started(sessions, user);
    }

    static Session started(Sessions sessions, String user) {
        Start start = sessions.start(user, ATTRIBUTES);
        assertThat(start).isInstanceOf(Start.Started.class);
        return ((Start.Started) start).session();
    }

    /** Starts so many, one second after the other, and gives their sids, oldest first. */
    List<String> startedInTurn(Sessions sessions, int count) {
        List<String> sids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            sids.add(sid(started(sessions)));
        }
        return sids;
    }

    static String sid(Session session) {
        return session.sid().orElseThrow();
    }

    Set<String> indexed() {
        return store().members(index()).stream().map(Bytes::text).collect(Collectors.toSet());
    }

    /** Asserts that the index names exactly those of all sessions ever drawn here that live. */
    void assertIndexIsTheTruth(Storage storage) {
        assertThat(indexed())
                .isEqualTo(random.sids().stream()
                        .filter(sid -> store().type(key(storage, sid)).isPresent())
                        .map(storage::keyPart)
                        .collect(Collectors.toSet()));
    }

    void assertGone(Storage storage, String sid) {
        assertThat(sessions(storage).find(sid)).isEmpty();
        assertThat(store().type(key(storage, sid))).isEmpty();
    }
}
