package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.seat.Ended;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.Seats;
import dev.yorozu.seat.Terminations;
import dev.yorozu.server.http.Problem;
import java.util.List;
import java.util.function.Consumer;

/**
 * Ends sessions, and forgets what was kept of their users. The session's own record goes first: whatever else is still there
 * when a server stops in between lets nobody in.
 */
final class Departures {
    /** To be tried again: the session has tokens by now that Patreon was not asked about. */
    private static final int RENEWED_MEANWHILE = 503;

    /** Why a session ended whose user signed in on another device. */
    private static final String SUPERSEDED = "superseded";

    private final Seats seats;
    private final Terminations terminations;
    private final Consumer<String> memberships;
    private final Cache<Patron> patrons;

    /** @param memberships forgets what a user was */
    Departures(Seats seats, Terminations terminations, Consumer<String> memberships, Cache<Patron> patrons) {
        this.seats = seats;
        this.terminations = terminations;
        this.memberships = memberships;
        this.patrons = patrons;
    }

    /** Ends a session unless it was changed since it was seen; true when this ended it. */
    boolean end(Seat seen) {
        boolean ended = seats.end(seen);
        if (ended) {
            forget(seen);
        }
        return ended;
    }

    /**
     * Ends a session that Patreon refuses, unless it has been given other tokens since it was seen.
     *
     * @return why the call ends
     */
    Problem refused(Seat seen) {
        return end(seen) || seats.find(seen.token()).isEmpty()
                ? PatreonErrors.PATREON_TOKEN_EXPIRED
                : PatreonErrors.noIdentity(RENEWED_MEANWHILE);
    }

    /** Ends a session as it is now. */
    void endAnyway(Seat seen) {
        seats.end(seen.token());
        forget(seen);
    }

    /** Ends one session of a user by what stands for it in keys; true when this ended it. */
    boolean end(String user, String keyPart) {
        boolean ended = seats.endOne(user, keyPart);
        if (ended) {
            memberships.accept(user);
            forget(List.of(keyPart));
        }
        return ended;
    }

    /** Ends all sessions of a user. */
    Ended endAll(String user) {
        if (!seats.isUser(user)) {
            return new Ended(0, List.of());
        }
        Ended ended = seats.endAll(user);
        memberships.accept(user);
        forget(ended.keyParts());
        return ended;
    }

    /** Ends all sessions of a user because of what Patreon said, which their holders are told when they come back. */
    Ended endAll(String user, String reason) {
        Ended ended = endAll(user);
        terminations.explain(ended.keyParts(), reason);
        return ended;
    }

    /** Forgets what is kept of sessions that ended for another of the same user. */
    void superseded(List<String> keyParts) {
        forget(keyParts);
        terminations.explain(keyParts, SUPERSEDED);
    }

    /** Why the session that this stands for in keys lets nobody in. */
    Problem over(String keyPart) {
        return terminations.reason(keyPart).map(PatreonErrors::ended).orElse(PatreonErrors.SESSION_INVALID);
    }

    /** Forgets what is kept of a session that is over. */
    void forget(Seat over) {
        memberships.accept(over.user());
        patrons.invalidate(over.keyPart());
    }

    /** Forgets what is kept of the users of these sessions. */
    void forget(List<String> keyParts) {
        keyParts.forEach(patrons::invalidate);
    }
}
