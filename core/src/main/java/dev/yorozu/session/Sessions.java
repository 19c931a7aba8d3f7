package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The signed-in sessions of one system. Safe for use by any number of threads and servers.
 *
 * <p>What counts is the session's own record: where it is absent, nobody is let in, whatever an index says. Every update
 * is guarded by the exact bytes that were seen, so that nothing returns from the dead: a touch or a change that finishes
 * after the end changes nothing. The index of a user's sessions serves to list, count and end them; {@link SignIn} and
 * {@link Endings} say how the two are kept in step and what a crash between any two steps leaves behind.
 *
 * <p>A touch renews the index first and the session second, so that the index outlives its sessions. <i>A crash between
 * the two</i> leaves a session that ends a little earlier. Where a session is missing in its index (as with those of a
 * program that let the index end) the touch adds it, or ends the session when the index is full. Touches that the disk
 * has not seen may be lost with the machine; the session is then as it was a minute ago.
 *
 * <p>Where sessions lie in one partition with their index, a touch and a change write both in one step, and so index
 * sessions that another program wrote; listing and ending all of a user's sessions look for such {@link Strays} too. They
 * may bring a user above the cap; the next sign-in ends the oldest.
 */
public final class Sessions {
    /** How often others may write the same session during one touch or change. */
    private static final int ROUNDS = 16;

    private static final Comparator<Session> NEWEST_FIRST = Comparator.comparing(Session::createdAt)
            .thenComparing(Session::keyPart)
            .reversed();

    private final Store store;
    private final SessionFormat format;
    private final InstantSource clock;
    private final SessionIndex index;
    private final Strays strays;
    private final Endings endings;
    private final SignIn signIn;

    public Sessions(
            Store store,
            SessionLayout layout,
            SessionPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.format = new SessionFormat(layout, policy, storage, random, clock);
        this.clock = clock;
        this.index = new SessionIndex(store, format, clock);
        this.strays = new Strays(store, layout);
        this.endings = new Endings(store, format, index, strays);
        this.signIn = new SignIn(store, format, index, endings);
    }

    /**
     * Begins a session; where sessions have an end of their own, that is the policy's life away.
     *
     * @param user an id that the layout's index allows; anything else is a fault
     * @param attributes what else to keep, in this order; secrets in clear
     */
    public Start start(String user, Document attributes) {
        return signIn.start(user, Optional.empty(), sid -> attributes, now());
    }

    /**
     * Begins a session with an end of its own.
     *
     * @param end no further away than the policy's life; anything else is a fault
     * @param attributes what else to keep, by the session's new sid
     */
    public Start start(String user, Instant end, Function<String, Document> attributes) {
        return signIn.start(user, Optional.of(end), attributes, now());
    }

    /**
     * The session with this id, by one read. A text that does not have the form of a sid is no session, and the store is
     * not asked. Where keys begin with the user, asking without the user is a fault.
     */
    public Optional<Session> find(String sid) {
        Optional<Lookup> lookup = lookup(sid);
        return lookup.isEmpty() ? Optional.empty() : lookup.get().find();
    }

    /** The user's session with this id, by one read; another user's is none. */
    public Optional<Session> find(String user, String sid) {
        Optional<Lookup> lookup = lookup(user, sid);
        return lookup.isEmpty() ? Optional.empty() : lookup.get().find();
    }

    /** A search for the session with this id; empty for a text that does not have the form of a sid. */
    public Optional<Lookup> lookup(String sid) {
        return format.name(sid).map(Lookup::new);
    }

    /** A search for the user's session with this id; empty for texts that do not have the form of such. */
    public Optional<Lookup> lookup(String user, String sid) {
        return format.name(user, sid).map(Lookup::new);
    }

    /** A search that has not begun: the question can travel with something else, and its answer is then brought here. */
    public final class Lookup {
        private final Session.Name name;

        private Lookup(Session.Name name) {
            this.name = name;
        }

        public Read<Optional<Bytes>> question() {
            return new Read.Get(name.key());
        }

        /** The session that the answer shows. */
        public Optional<Session> found(Optional<Bytes> answer) {
            Optional<Session> session = answer.isEmpty() ? Optional.empty() : format.decode(name, answer.get());
            if (session.isPresent() && session.get().over(now())) {
                endings.endVersion(session.get());
                return Optional.empty();
            }
            return session;
        }

        /** Asks the question by itself. */
        public Optional<Session> find() {
            return found(store.read(question()));
        }
    }

    /** Renews the session's life when its last touch is old enough for the policy; otherwise the store is not asked. */
    public Touch touch(Session seen) {
        Instant now = now();
        if (seen.over(now)) {
            endings.endVersion(seen);
            return new Touch.Ended();
        }
        if (!seen.due(now)) {
            return new Touch.Fresh(seen);
        }
        if (!format.layout().byUser() && !keepIndexed(seen, now)) {
            endings.end(seen);
            return new Touch.Ended();
        }
        return renew(seen, now);
    }

    private boolean keepIndexed(Session session, Instant now) {
        if (index.renew(session) || index.add(session)) {
            return true;
        }
        endings.living(session.user(), now);
        return index.add(session);
    }

    private Touch renew(Session seen, Instant now) {
        Session current = seen;
        for (int round = 0; round < ROUNDS; round++) {
            Session next = format.touched(current, now);
            Commit commit = store.commit(
                    replacing(current, next, next.expiry()).relaxed().build());
            if (!(commit instanceof Commit.Rejected rejected)) {
                return new Touch.Touched(next);
            }
            Optional<Session> found = endings.found(seen, rejected.found());
            if (found.isEmpty()) {
                if (!format.layout().byUser()) {
                    // The entry may have been added above after the end had removed it.
                    index.remove(seen);
                }
                return new Touch.Ended();
            }
            current = found.get();
            if (!current.due(now)) {
                return new Touch.Fresh(current);
            }
        }
        return new Touch.Fresh(current);
    }

    /** Replaces a session that is still as it was seen; where it lies with its index, its place there is renewed too. */
    private Batch.Builder replacing(Session seen, Session next, Expiry expiry) {
        Batch.Builder batch = Batch.builder()
                .require(Guard.equalTo(seen.key(), seen.stored()))
                .put(next.key(), next.stored(), expiry);
        return format.layout().byUser() ? index.enter(batch, next) : batch;
    }

    /**
     * Changes the attributes if the session still has the version seen, and raises its version by one. Its life stays as
     * it is. The edit sees and gives secrets in clear; it may be called more than once, and what it does to the fields
     * that every session has is ignored.
     *
     * @param seen a session that was found by its sid
     */
    public Change change(Session seen, UnaryOperator<Document> edit) {
        return change(seen, new SessionFormat.Edit(Optional.empty(), document -> Optional.of(edit.apply(document))));
    }

    /**
     * Changes the attributes and moves the session's own end, under the same conditions.
     *
     * @param end no further away than the policy's life; anything else is a fault
     * @param edit gives nothing where what it sees is not to be changed after all, because a program that counts no versions
     *     was quicker; the session is then superseded
     */
    public Change change(Session seen, Instant end, Function<Document, Optional<Document>> edit) {
        return change(seen, new SessionFormat.Edit(Optional.of(end), edit));
    }

    private Change change(Session seen, SessionFormat.Edit edit) {
        Session current = seen;
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Session> next = format.changed(current, edit, now());
            if (next.isEmpty()) {
                break;
            }
            Expiry expiry =
                    format.layout().fields().end().isPresent() ? next.get().expiry() : Expiry.keep();
            Commit commit = store.commit(replacing(current, next.get(), expiry).build());
            if (!(commit instanceof Commit.Rejected rejected)) {
                return new Change.Changed(next.get());
            }
            Optional<Session> found = endings.found(seen, rejected.found());
            if (found.isEmpty()) {
                return new Change.Ended();
            }
            current = found.get();
            if (current.version() != seen.version()) {
                break;
            }
        }
        return new Change.Superseded(current);
    }

    /** Ends a session; true when it was alive. */
    public boolean end(String sid) {
        return format.name(sid).flatMap(this::take).isPresent();
    }

    /** Ends a user's session, and nobody else's; true when it was alive. */
    public boolean end(String user, String sid) {
        return take(user, sid).isPresent();
    }

    /** Ends a user's session, and gives what it was when it was alive. */
    public Optional<Session> take(String user, String sid) {
        if (format.layout().byUser()) {
            return format.name(user, sid).flatMap(this::take);
        }
        return find(user, sid).flatMap(session -> take(session.name()));
    }

    private Optional<Session> take(Session.Name name) {
        return endings.end(name).filter(session -> !session.over(now()));
    }

    /** Ends a session only while its version is the one seen; true when this ended it. */
    public boolean end(Session seen) {
        return endings.endVersion(seen);
    }

    /** Ends all sessions of a user that began before, and says how many there were. */
    public int endAll(String user) {
        return endings.endAll(user, endings.members(user)).count();
    }

    /** Ends all sessions of a user that began before, and gives what they were. */
    public List<Session> takeAll(String user) {
        return endings.endAll(user, endings.members(user)).sessions();
    }

    /** Ends all sessions of a user but one, and says how many those were. */
    public int endAllBut(String user, String keptSid) {
        return endings.endAll(user, membersBut(user, keptSid)).count();
    }

    /** Ends all sessions of a user but one, and gives what they were. */
    public List<Session> takeAllBut(String user, String keptSid) {
        return endings.endAll(user, membersBut(user, keptSid)).sessions();
    }

    private List<Bytes> membersBut(String user, String keptSid) {
        Optional<Bytes> kept = format.name(user, keptSid).map(name -> Bytes.of(name.keyPart()));
        return endings.members(user).stream()
                .filter(member -> kept.isEmpty() || !member.equals(kept.get()))
                .toList();
    }

    /** Ends the session that a listing showed under this public id; true when it was alive. */
    public boolean endOne(String user, String publicId) {
        List<Bytes> chosen = endings.members(user).stream()
                .filter(member -> Session.publicId(member.text()).equals(publicId))
                .toList();
        return endings.endAll(user, chosen).count() > 0;
    }

    /** The user's sessions that live, newest first. What the index holds beyond them is removed from it. */
    public List<Session> list(String user) {
        return endings.all(user, now()).stream().sorted(NEWEST_FIRST).toList();
    }

    /**
     * Has the index name a session that another program wrote, for those who walk over all keys and meet one; true when it
     * lives and is in the index now. Only where keys begin with the user.
     */
    public boolean adopt(String user, String sid) {
        return format.layout().byUser() && find(user, sid).filter(index::adopt).isPresent();
    }

    /** As {@link #adopt(String, String)} for many keys, by one read where the index names them all; says how many it did. */
    public int adopt(List<Key> keys) {
        int adopted = 0;
        for (Strays.Stray stray : strays.unnamed(keys)) {
            adopted += adopt(stray.user(), stray.sid()) ? 1 : 0;
        }
        return adopted;
    }

    /** As exactly as sessions keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
