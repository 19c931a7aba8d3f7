package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a session begins.
 *
 * <p>Where the session and its user's index lie in one partition it is one step: the session is written and enters the
 * index if that is below the cap. When the index is full, entries without a session are removed; then the oldest session is
 * deleted, its entry goes, and the new one comes with its own, in one step again. <i>A crash after it</i>, before the user
 * was answered, leaves a session that nobody can use and that is listed, counted and ended like any.
 *
 * <p>Where the two lie in two partitions it takes three steps, of which only the last makes the session count.
 *
 * <ol>
 *   <li><b>Pending.</b> The session is written with a short life. Nobody knows its sid. <i>A crash after this</i> leaves a
 *       session that nobody can use and that ends by itself within a minute.
 *   <li><b>Indexed.</b> Its sid enters the index, if the index is below the cap. <i>A crash after this</i> leaves the same,
 *       and an entry in the index whose session is soon gone; whoever reads the index removes it.
 *   <li><b>Confirmed.</b> If the session is still there, it gets its full life and is acknowledged. <i>A crash after this</i>,
 *       before the user got the sid, leaves a session that nobody can use and that is listed, counted and ended like any.
 * </ol>
 *
 * <p>So an entry in an index without its session is dead for good: the session was written before the entry, and no sid
 * is used twice. It may be removed by anyone at any time. And whoever ends all sessions of a user deletes what the index
 * names; a sign-in that is under way then cannot be confirmed ({@link Start.Overtaken}), or enters the index later and
 * counts as later.
 *
 * <p>When the index is full, entries without a session are removed; then the oldest session is deleted and its entry is
 * exchanged for the new one in one batch. <i>A crash between the two</i> leaves an entry without a session. Every
 * acknowledged session that lives is in the index and the index is never above the cap, so no more than the cap ever live.
 */
final class SignIn {
    static final Duration PENDING = Duration.ofSeconds(60);

    /** Each lost round means that another sign-in of the same user took the place. */
    private static final int ROUNDS = 100;

    /** How many sessions are ended in one round at most, where the cap was lowered. */
    private static final int ENDED_AT_ONCE = 32;

    private static final Comparator<Session> OLDEST_FIRST =
            Comparator.comparing(Session::createdAt).thenComparing(Session::keyPart);

    private enum Place {
        TAKEN,
        FULL,
        LOST
    }

    private final Store store;
    private final SessionFormat format;
    private final SessionIndex index;
    private final Endings endings;
    private final boolean atOnce;

    SignIn(Store store, SessionFormat format, SessionIndex index, Endings endings) {
        this.store = store;
        this.format = format;
        this.index = index;
        this.endings = endings;
        this.atOnce = format.layout().byUser();
    }

    Start start(String user, Optional<Instant> end, Function<String, Document> attributes, Instant now) {
        Session session = format.begin(user, end, attributes, now);
        try {
            if (!atOnce) {
                write(session);
            }
            List<Session> ended = new ArrayList<>();
            if (!place(session, now, ended)) {
                endings.end(session);
                return new Start.Refused();
            }
            return atOnce ? new Start.Started(session, ended) : confirm(session, ended);
        } catch (StoreException fault) {
            discard(session, fault);
            throw fault;
        }
    }

    private void write(Session session) {
        Duration life = format.policy().life();
        boolean written = store.commit(Batch.builder()
                        .require(Guard.absent(session.key()))
                        .put(
                                session.key(),
                                session.stored(),
                                Expiry.after(life.compareTo(PENDING) < 0 ? life : PENDING))
                        .build())
                .applied();
        if (!written) {
            throw new IllegalStateException("The source of random sids repeats itself");
        }
    }

    private boolean place(Session session, Instant now, List<Session> ended) {
        for (int round = 0; round < ROUNDS; round++) {
            if (atOnce ? index.begin(session, List.of()) : index.add(session)) {
                return true;
            }
            switch (makeRoom(session, now, ended)) {
                case TAKEN -> {
                    return true;
                }
                case FULL -> {
                    return false;
                }
                case LOST -> {}
            }
        }
        return false;
    }

    private Place makeRoom(Session session, Instant now, List<Session> ended) {
        List<Session> living = endings.living(session.user(), now);
        int surplus = living.size() - format.policy().maxPerUser() + 1;
        if (surplus <= 0) {
            return Place.LOST;
        }
        if (format.policy().atCap() == SessionPolicy.AtCap.REFUSE) {
            return Place.FULL;
        }
        List<Session> oldest = living.stream()
                .sorted(OLDEST_FIRST)
                .limit(Math.min(surplus, ENDED_AT_ONCE))
                .toList();
        boolean enough = surplus <= ENDED_AT_ONCE;
        boolean taken = atOnce && enough ? index.begin(session, oldest) : exchange(oldest, session, enough);
        if (taken || !(atOnce && enough)) {
            ended.addAll(oldest);
        }
        return taken ? Place.TAKEN : Place.LOST;
    }

    private boolean exchange(List<Session> oldest, Session session, boolean enough) {
        oldest.forEach(endings::delete);
        if (enough && index.swap(oldest, session)) {
            return true;
        }
        oldest.forEach(index::remove);
        return false;
    }

    private Start confirm(Session session, List<Session> ended) {
        boolean confirmed = store.commit(Batch.builder()
                        .require(Guard.present(session.key()))
                        .expire(session.key(), Expiry.at(session.endsAt()))
                        .build())
                .applied();
        if (confirmed) {
            return new Start.Started(session, ended);
        }
        index.remove(session);
        return new Start.Overtaken();
    }

    /** Tries to leave nothing behind. Where that fails too, the steps above say what remains. */
    private void discard(Session session, StoreException fault) {
        try {
            endings.end(session);
        } catch (StoreException another) {
            fault.addSuppressed(another);
        }
    }
}
