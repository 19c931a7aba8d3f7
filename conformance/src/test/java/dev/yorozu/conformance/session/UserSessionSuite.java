package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;

/** What the parts about sessions that lie with their users share. */
abstract class UserSessionSuite extends Suite {
    static final Duration WEEK = Duration.ofDays(7);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final SessionPolicy POLICY =
            new SessionPolicy(WEEK, IDLE, Duration.ofDays(90), 3, SessionPolicy.AtCap.END_OLDEST, MINUTE);

    private final String user = UUID.randomUUID().toString();

    Instant now() {
        return clock().instant();
    }

    String user() {
        return user;
    }

    Sessions sessions(Storage storage) {
        return sessions(store(), storage);
    }

    Sessions sessions(Store store, Storage storage) {
        return sessions(store, storage, POLICY);
    }

    Sessions sessions(Store store, Storage storage, SessionPolicy policy) {
        return new Sessions(store, SessionLayout.USERS, policy, storage, RandomTokens.secure(), clock());
    }

    Session started(Sessions sessions) {
        return started(sessions, Document.empty().with("ip_address", "203.0.113.7"));
    }

    Session started(Sessions sessions, Document attributes) {
        Start start = sessions.start(user, now().plus(HOUR), sid -> attributes.with("made_for", sid));
        assertThat(start).isInstanceOf(Start.Started.class);
        return ((Start.Started) start).session();
    }

    static String sid(Session session) {
        return session.sid().orElseThrow();
    }

    Key key(String sid) {
        return UserKeys.SESSION.key(user, sid);
    }

    Key index() {
        return UserKeys.USER_SESSIONS.key(user);
    }

    Document record(String sid) {
        return Document.parse(store().get(key(sid)).orElseThrow()).orElseThrow();
    }

    /** What another program writes, with a life of an hour. */
    void write(String sid, Document record) {
        store().commit(Batch.builder()
                .put(key(sid), record.bytes(), Expiry.after(HOUR))
                .build());
    }

    Document foreign(String created) {
        return Document.empty().with("user_id", user).with("created_at", created);
    }

    List<String> indexed() {
        return store().ranks(index(), Order.RISING, 0, -1).stream()
                .map(Ranked::member)
                .map(Bytes::text)
                .toList();
    }

    OptionalDouble score(String sid) {
        return store().read(new Read.ScoreOf(index(), Bytes.of(sid)));
    }
}
