package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.operate.users.LivingSession;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Ends sessions, and forgets what was kept of their users. The session's own record goes first: whatever else is still there
 * when a server stops in between grants no access. Operators, who know a patron by the id at Patreon, use it too.
 *
 * @param memberships forgets what a user was
 */
record SessionTermination(Sessions sessions, EndReasons endReasons, Consumer<String> memberships, Cache<Patron> patrons)
        implements SystemSessions {
    /** To be tried again: the session has tokens by now that Patreon was not asked about. */
    private static final int RENEWED_MEANWHILE = 503;

    /** Why a session ended whose user signed in on another device. */
    private static final String SUPERSEDED = "superseded";

    /** Ends a session unless it was changed since it was seen; true when this ended it. */
    boolean end(Session seen) {
        boolean ended = sessions.end(seen);
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
    Problem refused(Session seen) {
        return end(seen) || seen.sid().flatMap(sessions::find).isEmpty()
                ? PatreonErrors.PATREON_TOKEN_EXPIRED
                : PatreonErrors.noIdentity(RENEWED_MEANWHILE);
    }

    /** Ends a session as it is now. */
    void endAnyway(Session seen) {
        seen.sid().ifPresent(sessions::end);
        forget(seen);
    }

    @Override
    public List<LivingSession> list(String user) {
        return sessions.list(user).stream().map(LivingSession::of).toList();
    }

    @Override
    public boolean end(String user, String publicId) {
        Optional<Ended> ended = sessions.endOne(user, publicId);
        ended.ifPresent(each -> {
            memberships.accept(user);
            forget(List.of(each.keyPart()));
        });
        return ended.isPresent();
    }

    @Override
    public int endAll(String user) {
        return endAll(user, Optional.empty());
    }

    /** Ends all sessions of a user because of what Patreon said, which their holders are told when they come back. */
    int endAll(String user, String reason) {
        return endAll(user, Optional.of(reason));
    }

    private int endAll(String user, Optional<String> reason) {
        if (!sessions.isUser(user)) {
            return 0;
        }
        List<Ended> ended = sessions.endAll(user);
        List<String> keyParts = ended.stream().map(Ended::keyPart).toList();
        memberships.accept(user);
        forget(keyParts);
        reason.ifPresent(each -> endReasons.explain(keyParts, each));
        return (int) ended.stream().filter(Ended::lived).count();
    }

    /** Forgets what is kept of sessions that ended for another of the same user. */
    void superseded(List<Ended> ended) {
        List<String> keyParts = ended.stream().map(Ended::keyPart).toList();
        forget(keyParts);
        endReasons.explain(keyParts, SUPERSEDED);
    }

    /** Why the session that this stands for in keys grants no access. */
    Problem reason(String keyPart) {
        return endReasons.reason(keyPart).map(PatreonErrors::ended).orElse(PatreonErrors.SESSION_INVALID);
    }

    /** Forgets what is kept of a session that is over. */
    void forget(Session over) {
        memberships.accept(over.user());
        patrons.invalidate(over.keyPart());
    }

    /** Forgets what is kept of the users of these sessions. */
    void forget(List<String> keyParts) {
        keyParts.forEach(patrons::invalidate);
    }
}
