package dev.yorozu.server.systems.oidc;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.json.Document;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** People who are signed in: their arrival, their stay and their leave. */
final class Arrivals {
    private static final String SYSTEM = "oidc";

    private final OidcSite site;
    private final Sessions sessions;
    private final AuditLog audit;
    private final ClientAddress addresses;
    private final SignInProblems problems;
    private final InstantSource clock;

    Arrivals(
            OidcSite site,
            Sessions sessions,
            AuditLog audit,
            ClientAddress addresses,
            SignInProblems problems,
            InstantSource clock) {
        this.problems = problems;
        this.site = site;
        this.sessions = sessions;
        this.audit = audit;
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Begins a session under a new sid, ends the one that the browser had, and leads on. */
    Reply signIn(Call call, Identity identity, String name, String target) {
        Document attributes = Document.empty()
                .with("iss", identity.issuer())
                .with("sub", identity.subject())
                .with("name", name);
        return switch (sessions.start(identity.user(), attributes)) {
            case Start.Started started -> {
                site.sid(call).ifPresent(sessions::end);
                note(call, "sign-in", started.session());
                String sid = started.session().sid().orElseThrow();
                yield site.withSid(Refusals.redirect(ReturnTo.location(target)), call, sid, left(started.session()));
            }
            case Start.Refused full -> problems.tell(call, Refusals.NO_ROOM, Optional.of(target));
            case Start.Overtaken ended -> problems.tell(call, Refusals.NO_ROOM, Optional.of(target));
        };
    }

    Reply me(Call call) {
        Optional<Session> session = site.sid(call).flatMap(sessions::find);
        if (session.isEmpty()) {
            return Refusals.NOT_SIGNED_IN.reply();
        }
        return switch (sessions.touch(session.get())) {
            case Touch.Fresh fresh -> user(fresh.session());
            case Touch.Touched touched -> {
                String sid = site.sid(call).orElseThrow();
                yield site.withSid(user(touched.session()), call, sid, left(touched.session()));
            }
            case Touch.Gone gone -> site.withoutSid(Refusals.NOT_SIGNED_IN.reply(), call);
        };
    }

    /** Signs out; whoever was not signed in is so afterwards too. Another site's page cannot sign anybody out. */
    Reply logout(Call call) {
        if (!site.comesFromOwnPage(call)) {
            return Refusals.FOREIGN_PAGE.reply();
        }
        Optional<Session> session = site.sid(call).flatMap(sessions::find);
        boolean all = call.query("all").filter("1"::equals).isPresent();
        session.ifPresent(found -> {
            if (all) {
                sessions.endAll(found.user());
            }
            found.sid().ifPresent(sessions::end);
            note(call, all ? "revoke" : "sign-out", found);
        });
        return site.withoutSid(json(Document.empty().with("ok", true)), call);
    }

    private static Reply user(Session session) {
        Document user = Document.empty()
                .with("id", session.user())
                .withIfPresent("issuer", session.text("iss"))
                .withIfPresent("subject", session.text("sub"))
                .withIfPresent("name", session.text("name"));
        return json(Document.empty().with("ok", true).with("loggedIn", true).with("user", user));
    }

    private static Reply json(Document document) {
        return Reply.ownedJson(200, document.bytes().toArray()).with("Cache-Control", "no-store");
    }

    private Duration left(Session session) {
        return Duration.between(clock.instant(), session.endsAt());
    }

    private void note(Call call, String action, Session session) {
        audit.append(Event.of(clock.instant(), Kind.SESSION, SYSTEM, action)
                .from(addresses.id(call))
                .by(Optional.of(session.user()))
                .about(session.publicId(), session.publicId()));
    }
}
