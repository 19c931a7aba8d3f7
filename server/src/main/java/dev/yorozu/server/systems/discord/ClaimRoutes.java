package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Claim;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
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
final class ClaimRoutes {
    private static final String INVALID = "Invalid claim token";

    private final Site site;
    private final SignInCookies cookies;
    private final Handovers handovers;
    private final Sessions sessions;
    private final Arrivals arrivals;
    private final SignInPages pages;

    ClaimRoutes(
            Site site,
            SignInCookies cookies,
            Handovers handovers,
            Sessions sessions,
            Arrivals arrivals,
            SignInPages pages) {
        this.site = site;
        this.cookies = cookies;
        this.handovers = handovers;
        this.sessions = sessions;
        this.arrivals = arrivals;
        this.pages = pages;
    }

    /** What became of a claim, as both routes tell it. */
    private sealed interface Result {
        record Granted(Session session) implements Result {}

        record Refused(int status, String error) implements Result {}
    }

    /** An app claims the session whose sign-in it started. */
    Reply claim(Call call) throws IOException {
        if (!site.comesFromOwnPage(call) || !call.mediaType().equals("application/json")) {
            return Answers.error(403, INVALID);
        }
        Optional<String> state = Guard.body(call)
                .flatMap(body -> body.text("state"))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
        if (state.isEmpty()) {
            return Answers.error(400, "State is required");
        }
        return switch (claim(state.get(), SignInCookies.bridge(call), LoginContext.PWA)) {
            case Result.Refused refused -> Answers.error(refused.status(), refused.error());
            case Result.Granted granted -> {
                Reply reply = Answers.json(200, Answers.ok().with("claimed", true));
                yield cookies.withoutBridge(arrivals.signIn(call, granted.session(), reply), call);
            }
        };
    }

    /** A person answers whether to go on as who came back from Discord. Only a page of this site can ask that. */
    Reply answered(Call call) throws IOException {
        if (!site.comesFromOwnPage(call)) {
            return Formats.failure(call, 403, "Forbidden: origin not allowed");
        }
        Form form = call.form();
        return switch (claim(form.text("state"), cookies.question(call), LoginContext.BROWSER)) {
            case Result.Refused refused -> Formats.failure(call, refused.status(), refused.error());
            case Result.Granted granted -> {
                Document extras = Document.empty().with(StartRoute.RETURN_TO, form.text(StartRoute.RETURN_TO));
                yield cookies.withoutQuestion(
                        form.text("answer").equals("yes")
                                ? arrivals.signIn(call, granted.session(), extras)
                                : declined(call, granted.session(), extras),
                        call);
            }
        };
    }

    private Reply declined(Call call, Session session, Document extras) {
        session.sid().ifPresent(sessions::end);
        return pages.leading(call, arrivals.target(extras), "signin.refused");
    }

    private Result claim(String state, Optional<String> token, LoginContext context) {
        if (token.isEmpty()) {
            return new Result.Refused(401, "Missing claim token");
        }
        return switch (handovers.claim(state, token.get(), context.word())) {
            case Claim.Missing missing -> new Result.Refused(404, "Session not found");
            case Claim.WrongToken wrong -> new Result.Refused(403, INVALID);
            case Claim.AlreadyClaimed late -> new Result.Refused(409, "Session already claimed");
            case Claim.Expired over -> expired();
            case Claim.Claimed claimed ->
                sessions.find(claimed.sid()).<Result>map(Result.Granted::new).orElseGet(ClaimRoutes::expired);
        };
    }

    private static Result expired() {
        return new Result.Refused(410, "Session expired");
    }
}
