package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Claim;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.discord.DiscordSettings.Rates;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.io.IOException;
import java.util.Optional;

/**
 * Hands a waiting session over: to the app that started its sign-in, or to the person who said yes.
 *
 * <p>Each has its own cookie and takes only what was offered for it. Both need a page of an allowed origin: a page of
 * another host of the same site gets {@code SameSite=Lax} cookies sent along, and could sign its visitors in with an
 * account of its own. Browsers name the origin of every POST, so a request that names none is refused as well; and they
 * send {@code application/json} across origins only after asking, so that any other content type is refused too.
 */
record ClaimRoutes(
        DiscordSite site, SignInCookies cookies, Handovers handovers, Sessions sessions, SignInCompletion completion) {
    void declare(Routes routes, DiscordAccess access) {
        routes.post(DiscordSite.CALLBACK, access.limited(Rates.CLAIM, "claim", this::answered));
        routes.post("/api/auth/discord/claim-session", access.limited(Rates.CLAIM, "claim", this::claim));
    }

    /** An app claims the session whose sign-in it started. */
    private Reply claim(Call call) throws IOException {
        if (!site.comesFromOwnPage(call) || !call.mediaType().equals("application/json")) {
            throw DiscordErrors.WRONG_CLAIM_TOKEN.exception();
        }
        String state = DiscordJson.object(call)
                .flatMap(body -> body.text("state"))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .orElseThrow(DiscordErrors.STATE_REQUIRED::exception);
        Session session = claimed(state, SignInCookies.bridge(call), LoginContext.PWA);
        Reply reply = DiscordJson.reply(DiscordJson.OK.with("claimed", true));
        return cookies.withoutBridge(completion.signIn(call, session, reply), call);
    }

    /** A person answers whether to go on as who came back from Discord. Only a page of this site can ask that. */
    private Reply answered(Call call) throws IOException {
        if (!site.comesFromOwnPage(call)) {
            return DiscordErrors.told(call, DiscordErrors.FOREIGN_PAGE);
        }
        Form form = call.form();
        Session session;
        try {
            session = claimed(form.text("state"), cookies.question(call), LoginContext.BROWSER);
        } catch (ProblemException refused) {
            return DiscordErrors.told(call, refused.problem());
        }
        Document extras = Document.empty().with(SignInRoutes.RETURN_TO, form.text(SignInRoutes.RETURN_TO));
        boolean wanted = form.text("answer").equals("yes");
        return cookies.withoutQuestion(
                wanted ? completion.signIn(call, session, extras) : declined(call, session, extras), call);
    }

    private Reply declined(Call call, Session session, Document extras) {
        session.sid().ifPresent(sessions::end);
        return completion.declined(call, completion.target(extras));
    }

    /** The session that was claimed; a {@code ProblemException} tells why there is none. */
    private Session claimed(String state, Optional<String> token, LoginContext context) {
        String brought = token.orElseThrow(DiscordErrors.NO_CLAIM_TOKEN::exception);
        return switch (handovers.claim(state, brought, context.word())) {
            case Claim.Missing missing -> throw DiscordErrors.NOTHING_TO_CLAIM.exception();
            case Claim.WrongToken wrong -> throw DiscordErrors.WRONG_CLAIM_TOKEN.exception();
            case Claim.AlreadyClaimed late -> throw DiscordErrors.ALREADY_CLAIMED.exception();
            case Claim.Expired over -> throw DiscordErrors.CLAIM_EXPIRED.exception();
            case Claim.Claimed claimed ->
                sessions.find(claimed.sid()).orElseThrow(DiscordErrors.CLAIM_EXPIRED::exception);
        };
    }
}
