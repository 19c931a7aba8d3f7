package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One user, every sid ever drawn for them, and those that were acknowledged. */
final class SessionFixture {
    /** How long a session lives that nobody was told of. */
    static final Duration PENDING = Duration.ofSeconds(60);

    private final Store store;
    private final Storage storage;
    private final SessionPolicy policy;
    private final HeldClock clock;
    private final String user = UUID.randomUUID().toString();
    private final DrawnTokens random =
            DrawnTokens.base64url(SessionSuite.LAYOUT.sid().bytes());
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private @Nullable Session kept;

    SessionFixture(Store store, Storage storage, SessionPolicy policy, HeldClock clock) {
        this.store = store;
        this.storage = storage;
        this.policy = policy;
        this.clock = clock;
    }

    String user() {
        return user;
    }

    Key index() {
        return DiscordKeys.USER_SESSIONS.key(user);
    }

    Key key(String sid) {
        return DiscordKeys.SESSION.key(storage.keyPart(sid));
    }

    Sessions sessions() {
        return sessions(store);
    }

    Sessions sessions(Store through) {
        return sessions(through, policy);
    }

    Sessions sessions(Store through, SessionPolicy policy) {
        return new Sessions(through, SessionSuite.LAYOUT, policy, storage, random.tokens(), clock);
    }

    /** Signs in, and notes the sid if the user got it. */
    Start start(Sessions sessions) {
        Start start = sessions.start(user, SessionSuite.ATTRIBUTES);
        if (start instanceof Start.Started started) {
            acknowledged.add(SessionSuite.sid(started.session()));
        }
        return start;
    }

    /** Signs in so many times, one second after the other. */
    SessionFixture started(int count) {
        return started(count, policy);
    }

    /** The same, while another policy held. */
    SessionFixture started(int count, SessionPolicy earlier) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(start(sessions(store, earlier))).isInstanceOf(Start.Started.class);
        }
        return this;
    }

    /** The sids that users got, in their order. */
    List<String> acknowledged() {
        return acknowledged;
    }

    String firstSid() {
        return acknowledged.getFirst();
    }

    Session first() {
        return sessions().find(firstSid()).orElseThrow();
    }

    HeldClock clock() {
        return clock;
    }

    /** Remembers a session as it was seen. */
    void keep(Session session) {
        kept = session;
    }

    Session kept() {
        return Objects.requireNonNull(kept);
    }

    boolean lives(String sid) {
        return store.type(key(sid)).isPresent();
    }

    boolean indexed(String sid) {
        return indexed().contains(storage.keyPart(sid));
    }

    Set<String> indexed() {
        return store.members(index()).stream().map(Bytes::text).collect(Collectors.toSet());
    }

    /** Asserts that the index names exactly those of all sessions ever drawn that live. */
    void assertIndexIsTheTruth() {
        assertThat(indexed())
                .isEqualTo(random.drawn().stream()
                        .filter(this::lives)
                        .map(storage::keyPart)
                        .collect(Collectors.toSet()));
    }

    /**
     * Asserts that, once somebody has read the index, it names only sessions that live, no more than allowed, and every
     * one that lives; but for those that nobody was told of and that end within the minute.
     */
    void assertSettled() {
        assertThat(sessions().list(user)).hasSizeLessThanOrEqualTo(policy.maxPerUser());
        Set<String> living = random.drawn().stream()
                .filter(this::lives)
                .map(storage::keyPart)
                .collect(Collectors.toSet());
        assertThat(living).containsAll(indexed());
        for (String sid : random.drawn()) {
            assertThat(!lives(sid) || indexed(sid) || (!acknowledged.contains(sid) && pending(sid)))
                    .as("a session outside of the index ends by itself and was given to nobody")
                    .isTrue();
        }
    }

    /** Whether the session, if it is there at all, ends within the time of one that nobody was told of. */
    boolean pending(String sid) {
        return store.remaining(key(sid))
                .map(life -> life instanceof Life.Ends ends && ends.left().compareTo(PENDING) <= 0)
                .orElse(true);
    }

    /** The sids drawn that no user got. */
    List<String> unacknowledged() {
        return random.drawn().stream()
                .filter(sid -> !acknowledged.contains(sid))
                .toList();
    }
}
