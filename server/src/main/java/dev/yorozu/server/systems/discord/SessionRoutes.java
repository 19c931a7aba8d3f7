package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.access.browser.CsrfCookie;
import dev.yorozu.server.access.browser.Visit;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.discord.DiscordSettings.Rates;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.util.Optional;

/** Who is signed in, signing out, and the token that changing calls of pages must bring back. */
record SessionRoutes(BrowserSessions browsers, Sessions sessions, CsrfCookie blobCsrf, CsrfCookie discordCsrf) {
    private static final Reply NOT_SIGNED_IN =
            DiscordJson.reply(Document.empty().with("ok", false).with("loggedIn", false));

    void declare(Routes routes, DiscordAccess access) {
        access.reading(routes, "/api/blob/csrf", Rates.CSRF, "csrf", call -> csrf(call, blobCsrf));
        access.reading(routes, "/api/discord/csrf", Rates.CSRF, "discord-csrf", call -> csrf(call, discordCsrf));
        access.visiting(routes, "/api/discord/me", Rates.ME, "me", this::me);
        access.changing(routes, "/api/auth/logout", Rates.LOGOUT, "logout", this::logout);
    }

    private static Reply csrf(Call call, CsrfCookie cookie) {
        String token = cookie.newToken();
        Reply reply = Reply.ownedJson(200, DiscordJson.OK.with("token", token).json())
                .with("Cache-Control", "no-store, max-age=0, must-revalidate");
        return cookie.on(reply, call, token);
    }

    /** What every signed-in page asks: kept short, because it is asked most. */
    private Reply me(Call call, Optional<Session> found) {
        if (found.isEmpty()) {
            return isSoft(call)
                    ? NOT_SIGNED_IN
                    : sessionRequired(browsers, call).reply(DiscordErrors.FORM);
        }
        Visit visit = browsers.visit(call, found);
        Optional<Session> session = visit.session();
        return visit.cookies().apply(session.isPresent() ? DiscordJson.user(session.get()) : invalid(call));
    }

    private static Reply invalid(Call call) {
        return isSoft(call) ? NOT_SIGNED_IN : DiscordErrors.INVALID_SESSION.reply(DiscordErrors.FORM);
    }

    private static boolean isSoft(Call call) {
        return call.query("soft").filter("1"::equals).isPresent();
    }

    /** The refusal of a call without a session. */
    static Problem sessionRequired(BrowserSessions browsers, Call call) {
        return browsers.sid(call).isPresent() ? DiscordErrors.INVALID_SESSION : DiscordErrors.NO_SESSION;
    }

    private Reply logout(Call call, Document body) {
        return browsers.logout(
                call, () -> BrowserSessions.isEverywhere(call), this::endAll, () -> DiscordJson.reply(DiscordJson.OK));
    }

    /** This session goes last, so that whoever was cut off half-way is still signed in and can ask again. */
    private void endAll(Session session) {
        String sid = session.sid().orElseThrow();
        sessions.endAllBut(session.user(), sid);
        sessions.end(sid);
    }
}
