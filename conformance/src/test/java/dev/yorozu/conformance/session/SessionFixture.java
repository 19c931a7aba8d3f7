package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One user, every sid ever drawn for them, and those that were acknowledged. */
final class SessionFixture {
    /** How long a session lives that nobody was told of. */
    static final Duration PENDING = Duration.ofSeconds(60);

    final IndexKind kind;
    final HeldClock clock;
    final String user = UUID.randomUUID().toString();
    private final Store store;
    private final Storage storage;
    private final SessionPolicy policy;
    private final DrawnTokens random;
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private @Nullable Session kept;

    /** @param policy how many sessions a user may have; a record has one, for its life */
    SessionFixture(Store store, IndexKind kind, Storage storage, SessionPolicy policy, HeldClock clock) {
        this.store = store;
        this.kind = kind;
        this.storage = storage;
        this.policy = policy(kind, policy);
        this.clock = clock;
        this.random = kind.random();
    }

    private static SessionPolicy policy(IndexKind kind, SessionPolicy wanted) {
        return kind.isRecord() ? SessionPolicy.singleDevice(wanted.life()) : wanted;
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
        return sessions(store);
    }

    Sessions sessions(Store through) {
        return sessions(through, policy);
    }

    Sessions sessions(SessionPolicy other) {
        return sessions(store, policy(kind, other));
    }

    Sessions sessions(InstantSource time) {
        return sessions(store, policy, time);
    }

    private Sessions sessions(Store through, SessionPolicy wanted) {
        return sessions(through, wanted, clock);
    }

    private Sessions sessions(Store through, SessionPolicy wanted, InstantSource time) {
        return new Sessions(through, kind.layout(), wanted, storage, random.tokens(), time);
    }

    /** Signs in, and notes the sid if the user got it. */
    Start start() {
        return start(sessions());
    }

    Start start(Sessions sessions) {
        return start(sessions, kind.attributes(clock.instant()));
    }

    Start start(Sessions sessions, Document attributes) {
        Start start = sessions.start(new NewSession(user, sessions.nextSid(), attributes)
                .describing(Document.empty().with("email", "mia@example.com").with("fullName", "Mia 海")));
        if (start instanceof Start.Started started) {
            acknowledged.add(sid(started.session()));
        }
        return start;
    }

    /** Signs in so many times, or as often as the cap lets, one second after the other. */
    SessionFixture started(int count) {
        return startedBeyond(Math.min(count, cap()), policy);
    }

    /** Signs in so many times while another policy held. */
    SessionFixture startedBeyond(int count, SessionPolicy earlier) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(start(sessions(earlier))).isInstanceOf(Start.Started.class);
        }
        return this;
    }

    /** Signs in, and gives the session. */
    Session signIn() {
        return signIn(sessions());
    }

    Session signIn(Sessions sessions) {
        return session(start(sessions));
    }

    static Session session(Start start) {
        assertThat(start).isInstanceOf(Start.Started.class);
        return ((Start.Started) start).session();
    }

    static String sid(Session session) {
        return session.sid().orElseThrow();
    }

    Optional<Session> find(String sid) {
        return find(sessions(), sid);
    }

    Optional<Session> find(Sessions sessions, String sid) {
        return kind == IndexKind.SORTED_SET ? sessions.find(user, sid) : sessions.find(sid);
    }

    Session found(String sid) {
        return find(sid).orElseThrow();
    }

    Optional<Session> end(String sid) {
        return end(sessions(), sid);
    }

    Optional<Session> end(Sessions sessions, String sid) {
        return kind == IndexKind.SORTED_SET ? sessions.end(user, sid) : sessions.end(sid);
    }

    /** The sids that users got, in their order. */
    List<String> acknowledged() {
        return acknowledged;
    }

    String firstSid() {
        return acknowledged.getFirst();
    }

    Session first() {
        return found(firstSid());
    }

    /** Remembers the first session as it is. */
    SessionFixture keepFirst() {
        kept = first();
        return this;
    }

    Session kept() {
        return Objects.requireNonNull(kept);
    }

    Document record(Key key) {
        return store.get(key).flatMap(Document::parse).orElseThrow();
    }

    /** Writes what another program left, with a life of a day. */
    void put(Key key, String text) {
        store.commit(Batch.builder()
                .put(key, Bytes.of(text), Expiry.after(Duration.ofDays(1)))
                .build());
    }

    void delete(Key key) {
        store.commit(Batch.builder().delete(key).build());
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
            put(index(), record.with("sessionTokens", all).bytes().text());
        } else {
            store.commit((kind.isSet() ? batch.setAdd(index(), member) : batch.rankAdd(index(), member, 1)).build());
        }
    }

    void enlistTheDead(int count) {
        for (int i = 0; i < count; i++) {
            enlist(Bytes.of(keyPart(kind.deadSid(i))));
        }
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

    /** Asserts that a session was renewed, where touches are recorded; or was found to be listed. */
    Session assertTouched(Touch touch) {
        assertThat(touch).isInstanceOf(kind.isRecord() ? Touch.Fresh.class : Touch.Touched.class);
        return touch instanceof Touch.Touched touched ? touched.session() : ((Touch.Fresh) touch).session();
    }

    /** Asserts the version, where sessions have one. */
    void assertVersion(Session session, long version) {
        assertThat(session.version()).isEqualTo(kind.isRecord() ? 0 : version);
    }

    /**
     * Asserts that, once somebody has read the index, it names only sessions that live, no more than allowed, and every
     * one that lives; but for those that nobody was told of and that end within the minute.
     */
    void assertSettled() {
        assertThat(sessions().list(user)).hasSizeLessThanOrEqualTo(cap());
        assertThat(living().stream().map(this::keyPart).toList()).containsAll(indexed());
        for (String sid : living()) {
            assertThat(isIndexed(sid) || (!acknowledged.contains(sid) && pending(sid)))
                    .as("a session outside of the index ends by itself and was given to nobody")
                    .isTrue();
        }
    }

    boolean isIndexed(String sid) {
        return indexed().contains(keyPart(sid));
    }

    /** Whether the session, if it is there at all, ends within the time of one that nobody was told of. */
    boolean pending(String sid) {
        return store.remaining(key(sid))
                .map(life -> life instanceof Life.Ends ends && ends.left().compareTo(PENDING) <= 0)
                .orElse(true);
    }

    /** Asserts that the index is there for as long as a session in it: what ends sessions finds them there. */
    void assertIndexOutlives(String sid) {
        assertThat(left(index())).isGreaterThan(left(key(sid)).minusSeconds(2));
    }

    Duration left(Key key) {
        Life life = store.remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        return ((Life.Ends) life).left();
    }
}
