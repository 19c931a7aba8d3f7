package dev.yorozu.session;

import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a session begins. Where the session and its user's index lie in one partition it is one step: the session is written
 * and enters the index if that is below the cap. Where they lie in two it takes three steps, of which only the last makes
 * the session count.
 *
 * <ol>
 *   <li><b>Pending.</b> The session is written with a short life. Nobody knows its sid. <i>A crash after this</i> leaves a
 *       session that cannot be used and that ends by itself within a minute.
 *   <li><b>Listed.</b> Its sid enters the index, if the index is below the cap, or still the one that was seen. <i>A crash
 *       after this</i> leaves the same, and an entry in the index whose session is soon gone, which is removed when the index
 *       is next read.
 *   <li><b>Confirmed.</b> If the session is still there, it gets its full life and is acknowledged. <i>A crash after this</i>,
 *       before the user got the sid, leaves a session that cannot be used and that is listed, counted and ended like any.
 * </ol>
 *
 * <p>So an entry in an index without its session is dead for good: the session was written before the entry, and no sid is
 * used twice. It may be removed by anyone at any time. An end of all sessions of a user deletes what the index names; a
 * sign-in that is under way then cannot be confirmed ({@link Start.Overtaken}), or enters the index later and counts as later.
 *
 * <p>When the index is full, entries without a session are removed; then the oldest session is deleted and its entry is
 * exchanged for the new one in one batch. <i>A crash between the two</i> leaves an entry without a session. Every
 * acknowledged session that lives is in the index and the index is never above the cap, so no more than the cap ever live.
 *
 * <p><b>Single device</b> is what a record lists: whatever is there goes, unread, before the new session takes its place. Of many
 * who sign in at once the last to be listed stays, because a sign-in that deletes its session goes on to replace the index that
 * listed it, and succeeds unless yet another was listed.
 */
final class SignIn {
    /** Each lost round means that another sign-in of the same user took the place. */
    static final int ROUNDS = 200;

    /** How many sessions are ended in one round at most, where the cap was lowered. */
    private static final int ENDED_AT_ONCE = 32;

    private static final Comparator<Session> OLDEST_FIRST =
            Comparator.comparing(Session::createdAt).thenComparing(Session::keyPart);

    private final SessionFormat format;
    private final UserIndex index;
    private final Termination termination;

    SignIn(SessionFormat format, UserIndex index, Termination termination) {
        this.format = format;
        this.index = index;
        this.termination = termination;
    }

    Start start(NewSession wanted, Instant now) {
        Session session = format.begin(wanted, now);
        Map<String, Ended> ended = new LinkedHashMap<>();
        try {
            index.reserve(session);
            if (!enter(session, wanted, now, ended)) {
                termination.end(session);
                return new Start.Refused();
            }
            if (index.confirm(session, !ended.isEmpty())) {
                return new Start.Started(session, List.copyOf(ended.values()));
            }
            index.remove(session.user(), List.of(session.name()));
            return new Start.Overtaken(session, List.copyOf(ended.values()));
        } catch (StoreException fault) {
            discard(session, fault);
            throw fault;
        }
    }

    private boolean enter(Session session, NewSession wanted, Instant now, Map<String, Ended> ended) {
        UserIndex.Listing seen = index.expected(session.user());
        for (int round = 0; round < ROUNDS; round++) {
            Optional<List<Ended>> surplus = surplus(session.user(), seen, now);
            if (surplus.isEmpty()) {
                return false;
            }
            List<Session.Name> gone = names(seen, surplus.get());
            if (gone.size() > ENDED_AT_ONCE) {
                termination
                        .endAll(session.user(), gone.subList(0, ENDED_AT_ONCE))
                        .forEach(each -> ended.put(each.keyPart(), each));
                seen = index.read(session.user());
                continue;
            }
            boolean released = index.release(gone);
            Optional<UserIndex.Listing> other = index.enter(session, wanted.description(), seen, gone, now);
            if (released || other.isEmpty()) {
                surplus.get().forEach(each -> ended.put(each.keyPart(), each));
            }
            if (other.isEmpty()) {
                return true;
            }
            seen = other.get();
        }
        return false;
    }

    /** Which of those seen must end for another; empty where none may, and there is no room. */
    private Optional<List<Ended>> surplus(String user, UserIndex.Listing seen, Instant now) {
        SessionPolicy policy = format.policy();
        if (index.replacesAll()) {
            return Optional.of(seen.names().stream()
                    .map(name -> new Ended(name.keyPart(), true, Optional.empty()))
                    .toList());
        }
        List<Session> living = termination.living(user, seen.names(), now);
        int surplus = Math.max(0, living.size() - policy.maxPerUser() + 1);
        if (surplus > 0 && policy.atCap() == SessionPolicy.AtCap.REFUSE) {
            return Optional.empty();
        }
        return Optional.of(living.stream()
                .sorted(OLDEST_FIRST)
                .limit(surplus)
                .map(Termination::ended)
                .toList());
    }

    private static List<Session.Name> names(UserIndex.Listing seen, List<Ended> ended) {
        List<String> keyParts = ended.stream().map(Ended::keyPart).toList();
        return seen.names().stream()
                .filter(name -> keyParts.contains(name.keyPart()))
                .toList();
    }

    /** Tries to leave nothing behind. Where that fails too, the steps above say what remains. */
    private void discard(Session session, StoreException fault) {
        try {
            termination.end(session);
        } catch (StoreException another) {
            fault.addSuppressed(another);
        }
    }
}
