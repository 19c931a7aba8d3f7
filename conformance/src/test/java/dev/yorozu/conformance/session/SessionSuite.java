package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.conformance.Suite;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What the parts of the contract share: a layout, a user of their own, and short forms. */
abstract class SessionSuite extends Suite {
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

    private final String user = UUID.randomUUID().toString();

    /** Every sid that the sessions of this test drew. */
    final DrawnTokens random = DrawnTokens.base64url(LAYOUT.sid().bytes());

    static SessionPolicy cap(int sessions, SessionPolicy.AtCap atCap) {
        return new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), sessions, atCap, MINUTE);
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
        return new Sessions(store, LAYOUT, policy, storage, random.tokens(), clock());
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
            clock().advance(Duration.ofSeconds(1));
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
                .isEqualTo(random.drawn().stream()
                        .filter(sid -> store().type(key(storage, sid)).isPresent())
                        .map(storage::keyPart)
                        .collect(Collectors.toSet()));
    }

    void assertGone(Storage storage, String sid) {
        assertThat(sessions(storage).find(sid)).isEmpty();
        assertThat(store().type(key(storage, sid))).isEmpty();
    }
}
