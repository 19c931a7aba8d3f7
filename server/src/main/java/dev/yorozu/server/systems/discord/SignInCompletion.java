package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.discord.pages.SignInPages;
import dev.yorozu.session.Session;
import java.time.Duration;

/**
 * The end of every sign-in: the cookie is set, the session that this browser had before ends, the person goes on.
 *
 * @param life of a session that is not used
 */
record SignInCompletion(
        SignInCookies cookies, BrowserSessions browsers, Duration life, ReturnTo returnTo, SignInPages pages) {
    private static final String DEFAULT_TARGET = "/gacha";

    /** Where a sign-in leads; checked again, because the store may hold what another program wrote. */
    String target(Document extras) {
        return extras.text(SignInRoutes.RETURN_TO).flatMap(returnTo::accept).orElse(DEFAULT_TARGET);
    }

    /** Signs this browser in and leads the person on. */
    Reply signIn(Call call, Session session, Document extras) {
        return signIn(call, session, cookies.finished(welcome(call, extras), call));
    }

    /** Signs this browser in with any reply. */
    Reply signIn(Call call, Session session, Reply reply) {
        return browsers.signIn(call, session, life, reply);
    }

    /** Says that all went well, without signing anybody in. */
    Reply welcome(Call call, Document extras) {
        String target = target(extras);
        LoginContext context = LoginContext.of(extras.text(SignInRoutes.LOGIN_CONTEXT));
        return DiscordJson.isWanted(call)
                ? DiscordJson.reply(DiscordJson.OK.with("redirectTo", target).with("loginContext", context.word()))
                : pages.leading(call, target, "signin.done");
    }

    /** Asks the person whether to go on as who came back from Discord. */
    Reply asking(Call call, String state, Session session, Document extras) {
        return pages.asking(call, session.text("name").orElse(""), state, target(extras));
    }

    /** Leads a person on who was not signed in, because Discord or the person did not want it. */
    Reply declined(Call call, String target) {
        return pages.leading(call, target, "signin.refused");
    }
}
