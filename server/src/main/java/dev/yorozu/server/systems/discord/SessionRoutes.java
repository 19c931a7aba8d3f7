package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.discord.account.Notice;
import dev.yorozu.server.systems.discord.account.Visit;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Who is signed in, and signing out. */
final class SessionRoutes {
    private static final Reply NO_SESSION = Answers.error(401, "no session");
    private static final Reply INVALID_SESSION = Answers.error(401, "invalid session");
    private static final Reply NOT_SIGNED_IN =
            Answers.json(200, Document.empty().with("ok", false).with("loggedIn", false));

    private final SignInCookies cookies;
    private final Sessions sessions;
    private final Optional<Renewals> renewals;
    private final AuditTrail audit;
    private final InstantSource clock;

    SessionRoutes(
            SignInCookies cookies,
            Sessions sessions,
            Optional<Renewals> renewals,
            AuditTrail audit,
            InstantSource clock) {
        this.cookies = cookies;
        this.sessions = sessions;
        this.renewals = renewals;
        this.audit = audit;
        this.clock = clock;
    }

    /** What every signed-in page asks: kept short, because it is asked most. */
    Reply me(Call call, Optional<Session> found) {
        if (found.isEmpty()) {
            return isSoft(call) ? NOT_SIGNED_IN : sessionRequired(call);
        }
        Visit visit = visit(call, found);
        Optional<Session> session = visit.session();
        return visit.cookies().apply(session.isPresent() ? UserJson.reply(session.get()) : invalid(call));
    }

    /** Who comes with a call; their tokens are renewed and their visit is noted when that is due. */
    Visit visit(Call call) {
        return visit(call, find(call));
    }

    private Visit visit(Call call, Optional<Session> found) {
        if (found.isEmpty()) {
            return Visit.NOBODY;
        }
        return switch (fresh(found.get())) {
            case Freshness.Current current -> touch(call, current.session());
            case Freshness.Renewed renewed -> touch(call, renewed.session());
            case Freshness.Stale stale -> touch(call, stale.session());
            case Freshness.Ended ended -> {
                audit.endedMeanwhile(call, found.get());
                yield over(call, Notice.WITHDRAWN);
            }
        };
    }

    private Freshness fresh(Session session) {
        return renewals.isPresent() ? renewals.get().fresh(session) : new Freshness.Current(session);
    }

    private Visit touch(Call call, Session session) {
        return switch (sessions.touch(session)) {
            case Touch.Fresh fresh -> Visit.of(fresh.session());
            case Touch.Touched touched -> {
                Session renewed = touched.session();
                Duration left = Duration.between(clock.instant(), renewed.endsAt());
                String sid = renewed.sid().orElseThrow();
                yield Visit.of(renewed, reply -> cookies.signedIn(reply, call, sid, left));
            }
            case Touch.Gone gone -> over(call, Notice.SESSION_OVER);
        };
    }

    private Visit over(Call call, Notice why) {
        return Visit.over(why, reply -> cookies.signedOut(reply, call));
    }

    private static Reply invalid(Call call) {
        return isSoft(call) ? NOT_SIGNED_IN : INVALID_SESSION;
    }

    private static boolean isSoft(Call call) {
        return call.query("soft").filter("1"::equals).isPresent();
    }

    /** The session that a call brings; looked at, and neither renewed nor touched. */
    Optional<Session> find(Call call) {
        return SignInCookies.sid(call).flatMap(sessions::find);
    }

    /** The refusal of a call without a session. */
    static Reply sessionRequired(Call call) {
        return SignInCookies.sid(call).isPresent() ? INVALID_SESSION : NO_SESSION;
    }

    /** Signs out; whoever was not signed in is so afterwards too. */
    Reply logout(Call call, Document body) {
        Optional<Session> session = find(call);
        session.ifPresent(found -> end(call, found));
        return cookies.signedOut(Answers.json(200, Answers.ok()), call);
    }

    /** Ends the session of a page's reader, and makes the browser forget it. */
    Reply signOut(Call call, Session session, Reply reply) {
        session.sid().ifPresent(sessions::end);
        audit.signedOut(call, session);
        return cookies.signedOut(reply, call);
    }

    /** This session goes last, so that whoever was cut off half-way is still signed in and can ask again. */
    private void end(Call call, Session session) {
        boolean all = call.query("all").filter("1"::equals).isPresent();
        String sid = session.sid().orElseThrow();
        if (all) {
            sessions.endAllBut(session.user(), sid);
        }
        sessions.end(sid);
        if (all) {
            audit.revokedAll(call, session);
        } else {
            audit.signedOut(call, session);
        }
    }
}
