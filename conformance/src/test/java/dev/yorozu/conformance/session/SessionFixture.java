package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One user, every sid ever drawn for them, and those that were acknowledged.
 *
 * @param policy how many sessions a user may have
 * @param acknowledged the sids that the user got, in their order
 * @param kept sessions as they once were, the latest first
 */
record SessionFixture(
        Store store,
        IndexKind kind,
        Storage storage,
        SessionPolicy policy,
        HeldClock clock,
        String user,
        DrawnTokens random,
        List<String> acknowledged,
        List<Session> kept) {
    /** How long a session lives that is not confirmed. */
    static final Duration PENDING = Duration.ofSeconds(60);

    private static final Document DESCRIPTION =
            Document.empty().with("email", "mia@example.com").with("fullName", "Mia 海");

    /** A new user; in a record, one with a single session for its life, whatever the policy allows. */
    SessionFixture(Store store, IndexKind kind, Storage storage, SessionPolicy policy, HeldClock clock) {
        this(
                store,
                kind,
                storage,
                kind.isRecord() ? SessionPolicy.singleDevice(policy.life()) : policy,
                clock,
                UUID.randomUUID().toString(),
                kind.random(),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>());
    }

    /** The same user, by way of another store. */
    SessionFixture through(Store other) {
        return new SessionFixture(other, kind, storage, policy, clock, user, random, acknowledged, kept);
    }

    /** The same user, under another policy. */
    SessionFixture under(SessionPolicy other) {
        return new SessionFixture(store, kind, storage, other, clock, user, random, acknowledged, kept);
    }

    int cap() {
        return policy.maxPerUser();
    }

    Key index() {
        return kind.layout().index().key().key(user);
    }

    Key key(String sid) {
        String keyPart = keyPart(sid);
        return kind == IndexKind.SORTED_SET
                ? kind.layout().session().key(user, keyPart)
                : kind.layout().session().key(keyPart);
    }

    String keyPart(String sid) {
        return kind.layout().sid().keyPart(sid, storage);
    }

    Sessions sessions() {
        return new Sessions(store, kind.layout(), policy, storage, random.tokens(), clock);
    }

    /** Signs in, and notes the sid if the user got it. */
    Start start() {
        return startWith(kind.attributes(clock.instant()), Optional.empty());
    }

    Start startWith(Document attributes, Optional<Instant> end) {
        Sessions sessions = sessions();
        Start start = sessions.start(new NewSession(user, sessions.nextSid(), attributes, end, DESCRIPTION));
        if (start instanceof Start.Started started) {
            acknowledged.add(sid(started.session()));
        }
        return start;
    }

    /** Signs in so many times, or as often as the cap lets, one second after the other. */
    SessionFixture started(int count) {
        for (int i = 0; i < Math.min(count, cap()); i++) {
            clock.advance(SessionSuite.SECOND);
            signIn();
        }
        return this;
    }

    /** Signs in, and gives the session. */
    Session signIn() {
        return session(start());
    }

    static Session session(Start start) {
        assertThat(start).isInstanceOf(Start.Started.class);
        return ((Start.Started) start).session();
    }

    static String sid(Session session) {
        return session.sid().orElseThrow();
    }

    Optional<Session> find(String sid) {
        return kind == IndexKind.SORTED_SET
                ? sessions().find(user, sid)
                : sessions().find(sid);
    }

    Session found(String sid) {
        return find(sid).orElseThrow();
    }

    Optional<Session> end(String sid) {
        return kind == IndexKind.SORTED_SET
                ? sessions().end(user, sid)
                : sessions().end(sid);
    }

    List<Ended> endAll() {
        return sessions().endAll(user);
    }

    List<Ended> endAllBut(String sid) {
        return sessions().endAllBut(user, sid);
    }

    List<Session> list() {
        return sessions().list(user);
    }

    Touch touch(Session seen) {
        return sessions().touch(seen);
    }

    /** Changes a field that means nothing to sessions. */
    Change rename(Session seen, String name) {
        return sessions().change(seen, document -> document.with("name", name));
    }

    String firstSid() {
        return acknowledged.getFirst();
    }

    Session first() {
        return found(firstSid());
    }

    /** Remembers the first session as it is, and lets time pass. */
    SessionFixture keepFirst(Duration passing) {
        kept.addFirst(first());
        clock.advance(passing);
        return this;
    }

    /** Loses the index, and remembers the first session, which a touch lists again a minute later. */
    SessionFixture withoutIndex() {
        clock.advance(SessionSuite.SECOND);
        // A record lists no session again that is as old as its sign-in, but one that was changed since.
        rename(first(), "changed");
        return delete(index()).keepFirst(SessionSuite.MINUTE);
    }

    Session keptFirst() {
        return kept.getFirst();
    }

    Document record(Key key) {
        return store.get(key).flatMap(Document::parse).orElseThrow();
    }

    /** Writes what another program left. */
    void put(Key key, String text, Duration life) {
        store.commit(Batch.builder().put(key, text, Expiry.after(life)).build());
    }

    /** Puts a value of another type in the place of what is there. */
    void putSet(Key key) {
        delete(key);
        store.commit(Batch.builder()
                .setAdd(key, Bytes.of("x"))
                .expire(key, Expiry.after(SessionSuite.LIFE))
                .build());
    }

    SessionFixture delete(Key key) {
        store.commit(Batch.builder().delete(key).build());
        return this;
    }

    boolean lives(String sid) {
        return store.type(key(sid)).isPresent();
    }

    List<String> drawn() {
        return random.drawn().stream().map(kind::sid).toList();
    }

    /** The sids drawn that no user got. */
    List<String> unacknowledged() {
        return drawn().stream().filter(sid -> !acknowledged.contains(sid)).toList();
    }

    /** Of all sids ever drawn, those whose sessions are there, in their order. */
    List<String> living() {
        return drawn().stream().filter(this::lives).toList();
    }

    List<String> indexed() {
        if (kind.isRecord()) {
            Optional<Document> record = store.get(index()).flatMap(Document::parse);
            return record.isPresent() ? record.get().texts("sessionTokens") : List.of();
        }
        Collection<Bytes> members = kind.isSet()
                ? store.members(index())
                : store.ranks(index(), Order.RISING, 0, -1).stream()
                        .map(Ranked::member)
                        .toList();
        return members.stream().map(Bytes::text).toList();
    }

    /** Adds to the index what is no session, or another's. */
    void enlist(Bytes member) {
        Batch.Builder batch = Batch.builder();
        if (kind.isRecord()) {
            List<String> all = new ArrayList<>(indexed());
            all.add(member.text());
            Document record = store.get(index()).flatMap(Document::parse).orElseGet(Document::empty);
            put(index(), record.with("sessionTokens", all).bytes().text(), SessionSuite.LIFE);
        } else {
            store.commit((kind.isSet() ? batch.setAdd(index(), member) : batch.rankAdd(index(), member, 1)).build());
        }
    }

    /** Adds so many entries without a session to the index. */
    SessionFixture enlistDead(int count) {
        for (int i = 0; i < count; i++) {
            enlist(Bytes.of(keyPart(kind.deadSid(i))));
        }
        return this;
    }

    /** Asserts that the index names exactly those of all sessions ever drawn that live. */
    void assertIndexIsTheTruth() {
        assertThat(indexed())
                .containsExactlyInAnyOrderElementsOf(
                        living().stream().map(this::keyPart).toList());
    }

    /** Asserts that exactly these sessions live, are found, and are listed. */
    void assertLive(Collection<String> sids) {
        assertThat(living()).containsExactlyInAnyOrderElementsOf(sids);
        assertThat(sids).allMatch(sid -> find(sid).isPresent() && !pending(sid));
        assertIndexIsTheTruth();
    }

    void assertGone(String sid) {
        assertThat(find(sid)).isEmpty();
        assertThat(lives(sid)).isFalse();
    }

    void assertEmpty() {
        assertThat(living()).isEmpty();
        assertThat(store.type(index())).isEmpty();
    }

    /** Touches a session, and asserts that it was renewed, where touches are recorded; or was found to be listed. */
    Session touched(Session seen) {
        Touch touch = touch(seen);
        assertThat(touch).isInstanceOf(kind.isRecord() ? Touch.Fresh.class : Touch.Touched.class);
        return touch instanceof Touch.Touched touched ? touched.session() : ((Touch.Fresh) touch).session();
    }

    /** Asserts the version, where sessions have one. */
    void assertVersion(Session session, long version) {
        assertThat(session.version()).isEqualTo(kind.isRecord() ? 0 : version);
    }

    /**
     * Asserts that, once the index has been read, it names only sessions that live, no more than allowed, and every one that
     * lives; but for those that were never acknowledged and end within the minute.
     */
    void assertSettled() {
        assertThat(list()).hasSizeLessThanOrEqualTo(cap());
        assertThat(living().stream().map(this::keyPart).toList()).containsAll(indexed());
        for (String sid : living()) {
            assertThat(isIndexed(sid) || (!acknowledged.contains(sid) && pending(sid)))
                    .as("a session outside of the index ends by itself and was never acknowledged")
                    .isTrue();
        }
    }

    boolean isIndexed(String sid) {
        return indexed().contains(keyPart(sid));
    }

    /** Whether the session, if it is there at all, ends within the time of one that is not confirmed. */
    boolean pending(String sid) {
        return store.remaining(key(sid))
                .map(life -> life instanceof Life.Ends ends && ends.left().compareTo(PENDING) <= 0)
                .orElse(true);
    }

    Duration left(Key key) {
        Life life = store.remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        return ((Life.Ends) life).left();
    }
}
