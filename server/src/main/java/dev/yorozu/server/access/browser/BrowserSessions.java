package dev.yorozu.server.access.browser;

import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The sessions of a system whose browsers keep them in a cookie: how they begin, are visited, listed and end, each written down.
 * Safe for use by many threads.
 *
 * @param renewals of the provider's tokens; empty where a session keeps none
 * @param cookie its name
 */
public record BrowserSessions(
        Sessions sessions,
        Optional<Renewals> renewals,
        SignInSite site,
        Function<Call, String> cookie,
        Function<Call, Client> clients,
        AuditTrail audit,
        InstantSource clock) {
    /** What a call brings for a sid; it may be none. */
    public Optional<String> sid(Call call) {
        return call.cookie(cookie.apply(call));
    }

    /** The session that a call brings; looked at, and neither renewed nor touched. */
    public Optional<Session> find(Call call) {
        return sid(call).flatMap(sessions::find);
    }

    /** Who comes with a call; their tokens are renewed and their visit is noted when that is due. */
    public Visit visit(Call call) {
        return visit(call, find(call));
    }

    /** As the other, for a session that was found on a trip of the caller's. */
    public Visit visit(Call call, Optional<Session> found) {
        return found.isEmpty() ? Visit.NOBODY : visit(call, found.get());
    }

    private Visit visit(Call call, Session found) {
        return switch (fresh(found)) {
            case Freshness.Current current -> touch(call, current.session());
            case Freshness.Renewed renewed -> touch(call, renewed.session());
            case Freshness.Stale stale -> touch(call, stale.session());
            case Freshness.Ended ended -> {
                audit.append(audit.about(clients.apply(call), "refuse", found.user(), found.publicId())
                        .ending("session ended"));
                yield Visit.ended(Visit.Ended.WITHDRAWN, reply -> forget(call, reply));
            }
        };
    }

    private Freshness fresh(Session session) {
        return renewals.isPresent() ? renewals.get().fresh(session) : new Freshness.Current(session);
    }

    private Visit touch(Call call, Session session) {
        return switch (sessions.touch(session)) {
            case Touch.Fresh fresh -> Visit.of(fresh.session(), UnaryOperator.identity());
            case Touch.Touched touched ->
                Visit.of(touched.session(), reply -> keep(call, touched.session(), left(touched.session()), reply));
            case Touch.Gone gone -> Visit.ended(Visit.Ended.OVER, reply -> forget(call, reply));
        };
    }

    /** How long a session lives if it is not used any more. */
    public Duration left(Session session) {
        return Duration.between(clock.instant(), session.endsAt());
    }

    /** Signs this browser in with any reply; the session that it had before ends. */
    public Reply signIn(Call call, Session session, Duration life, Reply reply) {
        String sid = session.sid().orElseThrow();
        sid(call).filter(before -> !before.equals(sid)).ifPresent(sessions::end);
        audit.signedIn(clients.apply(call), session.user(), session.publicId());
        return keep(call, session, life, reply);
    }

    /** Writes down why a browser was not signed in. */
    public void refused(Call call, String why) {
        audit.refused(clients.apply(call), Optional.empty(), why);
    }

    /** Ends the session of a call, and makes the browser forget it. */
    public Reply signOut(Call call, Session own, Reply reply) {
        end(call, own);
        return forget(call, reply);
    }

    /**
     * Signs out whoever comes with a call, from all their sessions if they ask for that; whoever was not signed in is so
     * afterwards too.
     *
     * @param everywhere whether they ask for that; asked only of those who are signed in
     * @param endAll ends all sessions of the user of one
     * @param reply asked for when the sessions have ended
     */
    public Reply logout(Call call, BooleanSupplier everywhere, Consumer<Session> endAll, Supplier<Reply> reply) {
        Optional<Session> own = find(call);
        if (own.isEmpty()) {
            return forget(call, reply.get());
        }
        if (everywhere.getAsBoolean()) {
            endAll.accept(own.get());
            audit.revoked(clients.apply(call), own.get().user(), own.get().publicId());
        } else {
            end(call, own.get());
        }
        return forget(call, reply.get());
    }

    private void end(Call call, Session own) {
        own.sid().ifPresent(sessions::end);
        audit.signedOut(clients.apply(call), own.user(), own.publicId());
    }

    /** Whether a call asks to be signed out everywhere. A query that says so twice ends it with status 400. */
    public static boolean isEverywhere(Call call) {
        return call.query("all").filter("1"::equals).isPresent();
    }

    /** Those of the same user that live. */
    public List<Session> list(Session own) {
        return sessions.list(own.user());
    }

    /** Ends the session of the same user that goes by this public id; true when it was alive. */
    public boolean end(Call call, Session own, String publicId) {
        boolean ended = sessions.endOne(own.user(), publicId).isPresent();
        if (ended) {
            audit.revoked(clients.apply(call), own.user(), publicId);
        }
        return ended;
    }

    public void endOthers(Call call, Session own) {
        sessions.endAllBut(own.user(), own.sid().orElseThrow());
        audit.revokedOthers(clients.apply(call), own.user(), own.publicId());
    }

    private Reply keep(Call call, Session session, Duration life, Reply reply) {
        return reply.with(site.cookie(call, cookie.apply(call), session.sid().orElseThrow(), life));
    }

    private Reply forget(Call call, Reply reply) {
        return reply.with(site.clearing(call, cookie.apply(call)));
    }
}
