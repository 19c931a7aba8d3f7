package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The signed-in sessions of one system. Safe for use by any number of threads and servers.
 *
 * <p>What counts is the session's own record: where it is absent, no access is granted, whatever an index says. Every update
 * is guarded by the exact bytes that were seen, or by the presence of the record where a touch amends its one field, so that
 * nothing ended lives again: a touch or a change that finishes after the end changes nothing. The index of a user's sessions
 * serves to list, count and end them; {@link SignIn} and {@link Termination} say how the two are kept in step and what a crash
 * between any two steps leaves behind. Where that index lies is a strategy, {@link UserIndex}.
 *
 * <p>A touch renews the index first and the session second, or both in one step, so that the index outlives its sessions.
 * <i>A crash between the two</i> leaves a session that ends a little earlier. Where a session is missing in its index (as
 * with those of a program that let the index end) the touch adds it, or ends the session when there is no place for it.
 * Touches that the disk has not seen may be lost with the machine; the session is then as it was a minute ago.
 */
public final class Sessions {
    /** How often others may write the same session during one touch or change. */
    private static final int ROUNDS = 16;

    /** How many keys a walk asks for at a time. */
    private static final int WALK_PAGE = 500;

    private static final Comparator<Session> NEWEST_FIRST = Comparator.comparing(Session::createdAt)
            .thenComparing(Session::keyPart)
            .reversed();

    private final Store store;
    private final SessionFormat format;
    private final InstantSource clock;
    private final UserIndex index;
    private final Termination termination;
    private final SignIn signIn;
    private final Session.Glance.Form glances;

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
        this.index = UserIndex.of(store, format);
        this.termination = new Termination(store, format, index);
        this.signIn = new SignIn(format, index, termination);
        this.glances = new Session.Glance.Form(format);
    }

    /** Whether a user can have this id here. */
    public boolean isUser(String text) {
        return format.layout().isUser(text);
    }

    /** The sid of a session that is to begin. */
    public String nextSid() {
        return format.layout().sid().next(format.random());
    }

    /**
     * Begins a session.
     *
     * @param user an id that the layout allows; anything else is a fault
     * @param attributes what else to keep, in this order; secrets in clear
     */
    public Start start(String user, Document attributes) {
        return start(new NewSession(user, nextSid(), attributes));
    }

    /** Begins a session. */
    public Start start(NewSession wanted) {
        return signIn.start(wanted, now());
    }

    /**
     * The session with this id, by one read. A text that does not have the form of a sid is no session, and the store is
     * not asked. Where keys begin with the user, asking without the user is a fault.
     */
    public Optional<Session> find(String sid) {
        return RoundTrip.ask(store, trip -> find(trip, sid));
    }

    /** The user's session with this id, by one read; another user's is none. */
    public Optional<Session> find(String user, String sid) {
        return RoundTrip.ask(store, trip -> find(trip, user, sid));
    }

    /**
     * As {@link #find(String)}, on a trip of the caller's. What lies at the key and is no text is no session: a client that
     * presents the name of another key learns nothing from it.
     */
    public RoundTrip.Answer<Optional<Session>> find(RoundTrip trip, String sid) {
        RoundTrip.Answer<Optional<Session>> found = read(trip, null, sid);
        return () -> {
            try {
                return living(found.get());
            } catch (StoreException.WrongType noText) {
                return Optional.empty();
            }
        };
    }

    /** As {@link #find(String, String)}, on a trip of the caller's. What lies at the key and is no text is a fault. */
    public RoundTrip.Answer<Optional<Session>> find(RoundTrip trip, String user, String sid) {
        return read(trip, user, sid).map(this::living);
    }

    /**
     * The user's session with this id, by one read, on a trip of the caller's; to ask for the answer is a use of the session, and
     * touches it. Where the use cannot be written down, the next one will. Of the session no more is shown than its user, its
     * id and its times. Only where keys begin with the user.
     */
    public RoundTrip.Answer<Optional<Session>> use(RoundTrip trip, String user, String sid) {
        Optional<Session.Name> name = format.name(user, sid);
        if (name.isEmpty()) {
            return Optional::empty;
        }
        RoundTrip.Answer<Optional<Session.Glance>> found =
                trip.read(new Read.Formed<>(name.get().key(), glances));
        return () -> {
            Optional<Session.Glance> glance = found.get();
            return glance.isEmpty() ? Optional.empty() : used(name.get(), glance.get());
        };
    }

    private Optional<Session> used(Session.Name name, Session.Glance glance) {
        Instant now = now();
        if (glance.isFresh(now)) {
            return Optional.of(glance.of(name));
        }
        Optional<Session> record = glance.record();
        if (record.isEmpty()) {
            Optional<Batch.Builder> stamping = stamping(name, glance, now);
            if (stamping.isPresent()) {
                return isApplied(stamping.get()) ? Optional.of(glance.touched(name, now)) : Optional.empty();
            }
            record = RoundTrip.ask(store, trip -> format.read(trip, name));
        }
        return living(record).flatMap(this::touched);
    }

    private Optional<Session> touched(Session session) {
        try {
            return switch (touch(session)) {
                case Touch.Fresh fresh -> Optional.of(fresh.session());
                case Touch.Touched touched -> Optional.of(touched.session());
                case Touch.Gone gone -> Optional.empty();
            };
        } catch (StoreException unreachable) {
            return Optional.of(session);
        }
    }

    /**
     * A touch of a session of which the store keeps a glance and no record: it writes down nothing but when the session was
     * seen, if the session is still there, and whatever it has become meanwhile. Empty where the record is needed for it.
     */
    private Optional<Batch.Builder> stamping(Session.Name name, Session.Glance glance, Instant now) {
        return glance.ownEnd(now)
                .flatMap(end -> index.join(
                        Batch.builder().require(Guard.present(name.key())).amend(name.key(), format.stamp(now)),
                        name,
                        end,
                        now));
    }

    private boolean isApplied(Batch.Builder touch) {
        try {
            return store.apply(touch.relaxed());
        } catch (StoreException unreachable) {
            return true;
        }
    }

    private RoundTrip.Answer<Optional<Session>> read(RoundTrip trip, @Nullable String user, String sid) {
        Optional<Session.Name> name = format.name(user, sid);
        return name.isEmpty() ? Optional::empty : format.read(trip, name.get());
    }

    private Optional<Session> living(Optional<Session> found) {
        if (found.isPresent() && found.get().over(now())) {
            termination.endVersion(found.get());
            return Optional.empty();
        }
        return found;
    }

    /** What stands in keys for the session with this id; empty for a text that does not have the form of one. */
    public Optional<String> keyPart(String sid) {
        return format.layout().isSid(sid)
                ? Optional.of(format.layout().sid().keyPart(sid, format.storage()))
                : Optional.empty();
    }

    /**
     * Renews the session's life when its last touch is old enough for the policy; otherwise the store is not asked. Where
     * touches are not recorded, the session is found to be listed, and that is all.
     */
    public Touch touch(Session seen) {
        Instant now = now();
        if (seen.over(now)) {
            termination.endVersion(seen);
            return new Touch.Gone();
        }
        if (!seen.due(now)) {
            return new Touch.Fresh(seen);
        }
        if (!keepListed(seen, now)) {
            termination.endVersion(seen);
            return new Touch.Gone();
        }
        return format.has(Field.LAST_SEEN) ? renew(seen, now) : new Touch.Fresh(seen);
    }

    private boolean keepListed(Session session, Instant now) {
        if (index.keep(session, now)) {
            return true;
        }
        termination.living(session.user(), index.read(session.user()).names(), now);
        return index.keep(session, now);
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
            Optional<Session> found = termination.found(seen, rejected.found());
            if (found.isEmpty()) {
                // The entry may have been added above after the end had removed it.
                index.remove(seen.user(), List.of(seen.name()));
                return new Touch.Gone();
            }
            current = found.get();
            if (!current.due(now)) {
                break;
            }
        }
        return new Touch.Fresh(current);
    }

    /** Replaces a session that is still as it was seen; where it lies with its index, its place there is renewed too. */
    private Batch.Builder replacing(Session seen, Session next, Expiry expiry) {
        return index.join(
                Batch.builder()
                        .require(Guard.equalTo(seen.key(), seen.stored()))
                        .put(next.key(), next.stored(), expiry),
                next);
    }

    /**
     * Changes the attributes if the session still has the version seen, and raises its version by one. Its life stays as it
     * is, where touches renew it. The edit sees and gives secrets in clear; it may be called more than once, and what it does
     * to the fields that every session has is ignored.
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
        index.changing(seen);
        Session current = seen;
        for (int round = 0; round < ROUNDS; round++) {
            Instant now = now();
            Optional<Session> next = format.changed(current, edit, index.activity(current, now), now);
            if (next.isEmpty()) {
                break;
            }
            Commit commit = store.commit(replacing(current, next.get(), format.expiryOfChange(next.get()))
                    .build());
            if (!(commit instanceof Commit.Rejected rejected)) {
                index.changed(next.get(), now);
                return new Change.Changed(next.get());
            }
            Optional<Session> found = termination.found(seen, rejected.found());
            if (found.isEmpty()) {
                return new Change.Gone();
            }
            current = found.get();
            if (!current.isVersionOf(seen)) {
                break;
            }
        }
        return new Change.Superseded(current);
    }

    /** Ends a session; gives what it was when it was alive. Where keys begin with the user, that is a fault. */
    public Optional<Session> end(String sid) {
        return end(format.name(null, sid));
    }

    /** Ends a user's session, and no other's; gives what it was when it was alive. */
    public Optional<Session> end(String user, String sid) {
        Optional<Session.Name> name = format.name(user, sid);
        boolean found =
                format.layout().session().parts().size() == 2 || find(user, sid).isPresent();
        return found ? end(name) : Optional.empty();
    }

    private Optional<Session> end(Optional<Session.Name> name) {
        return name.flatMap(termination::end).filter(session -> !session.over(now()));
    }

    /** Ends a session only while its version is the one seen; true when this ended it. */
    public boolean end(Session seen) {
        return termination.endVersion(seen);
    }

    /** Ends all sessions of a user that began before. */
    public List<Ended> endAll(String user) {
        return isUser(user) ? termination.endAll(user, now()) : List.of();
    }

    /** Ends all sessions of a user but one. */
    public List<Ended> endAllBut(String user, String keptSid) {
        Optional<String> kept = keyPart(keptSid);
        return endWhere(user, keyPart -> kept.isEmpty() || !keyPart.equals(kept.get()));
    }

    /** Ends the session that a listing showed under this public id; empty when there is none. */
    public Optional<Ended> endOne(String user, String publicId) {
        return endWhere(user, keyPart -> Session.publicId(keyPart).equals(publicId)).stream()
                .filter(Ended::lived)
                .findFirst();
    }

    private List<Ended> endWhere(String user, Predicate<String> chosen) {
        List<Session.Name> names = isUser(user) ? termination.all(user) : List.of();
        return termination.endAll(
                user, names.stream().filter(name -> chosen.test(name.keyPart())).toList());
    }

    /** The user's sessions that live, newest first. What the index holds beyond them is removed from it. */
    public List<Session> list(String user) {
        return isUser(user)
                ? termination.list(user, now()).stream().sorted(NEWEST_FIRST).toList()
                : List.of();
    }

    /** What stands in keys for a user's sessions, as the index names them; some may be over. */
    public List<String> keyParts(String user) {
        return isUser(user)
                ? index.read(user).names().stream().map(Session.Name::keyPart).toList()
                : List.of();
    }

    /**
     * Shows each session of all users that lives, a page of keys at a time, also those that another program wrote; one may be
     * shown twice. For counts that are kept, never to serve a request, and only where keys begin with the user.
     */
    public void walk(Consumer<Session> visitor) {
        for (Scan.Page page :
                Scan.of(format.layout().session().prefix(), WALK_PAGE).pages(store)) {
            index
                    .sessions(page.keys().stream()
                            .flatMap(key -> index.named(key).stream())
                            .toList())
                    .stream()
                    .flatMap(session -> living(Optional.of(session)).stream())
                    .forEach(visitor);
        }
    }

    /**
     * Has the indexes name sessions that another program wrote, for a walk over all keys that meets them, by one read where
     * the indexes name them all; says how many live and are in an index now.
     */
    public int adopt(List<Key> keys) {
        return (int) index.sessions(index.unindexed(keys)).stream()
                .filter(session -> living(Optional.of(session)).isPresent() && index.adopt(session))
                .count();
    }

    /** As exactly as sessions keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
