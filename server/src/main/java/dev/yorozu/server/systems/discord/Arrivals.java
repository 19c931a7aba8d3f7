package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.util.Optional;

/** The end of every sign-in: the cookie is set, the session that this browser had before ends, the person goes on. */
final class Arrivals {
    private static final String DEFAULT_TARGET = "/gacha";

    private final SignInCookies cookies;
    private final Sessions sessions;
    private final ReturnTo returnTo;
    private final SignInPages pages;
    private final AuditTrail audit;

    Arrivals(SignInCookies cookies, Sessions sessions, ReturnTo returnTo, SignInPages pages, AuditTrail audit) {
        this.cookies = cookies;
        this.sessions = sessions;
        this.returnTo = returnTo;
        this.pages = pages;
        this.audit = audit;
    }

    /** Where a sign-in leads; checked again, because the store may hold what another program wrote. */
    String target(Document extras) {
        return target(extras.text(StartRoute.RETURN_TO));
    }

    String target(Optional<String> asked) {
        return asked.flatMap(returnTo::accept).orElse(DEFAULT_TARGET);
    }

    /** Signs this browser in and leads the person on. */
    Reply signIn(Call call, Session session, Document extras) {
        return signIn(call, session, cookies.finished(welcome(call, extras), call));
    }

    /** Signs this browser in with any reply. */
    Reply signIn(Call call, Session session, Reply reply) {
        String sid = session.sid().orElseThrow();
        SignInCookies.sid(call).filter(before -> !before.equals(sid)).ifPresent(sessions::end);
        audit.signedIn(call, session);
        return cookies.signedIn(reply, call, sid);
    }

    /** Says that all went well, without signing anybody in. */
    Reply welcome(Call call, Document extras) {
        String target = target(extras);
        LoginContext context = LoginContext.of(extras.text(StartRoute.LOGIN_CONTEXT));
        return Formats.wantsJson(call)
                ? Answers.json(200, Answers.ok().with("redirectTo", target).with("loginContext", context.word()))
                : pages.leading(call, target, "signin.done");
    }
}
