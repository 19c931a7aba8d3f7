package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Pkce;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.util.Optional;

/**
 * Where people come back from Discord.
 *
 * <p>The browser that started the sign-in, which its cookies show, is signed in at once. Any other is not: an app claims
 * its session with the token that it was given at the start, and a person without cookies is asked first, because a
 * stranger can lead anybody here with a code of the stranger's own account. A program that wants JSON cannot be asked and
 * is refused there. The session of an app waits to be claimed in any case: the app may run beside the browser that came
 * back, with cookies of its own.
 */
final class CallbackRoute {
    private static final int LONGEST_CODE = 2048;
    private static final int QUESTION_BYTES = 32;

    private final Site site;
    private final SignInCookies cookies;
    private final Authorizations authorizations;
    private final Optional<SignIns> signIns;
    private final Handovers handovers;
    private final Arrivals arrivals;
    private final SignInPages pages;
    private final AuditTrail audit;
    private final RandomTokens random;

    CallbackRoute(
            Site site,
            SignInCookies cookies,
            Authorizations authorizations,
            Optional<SignIns> signIns,
            Handovers handovers,
            Arrivals arrivals,
            SignInPages pages,
            AuditTrail audit,
            RandomTokens random) {
        this.site = site;
        this.cookies = cookies;
        this.authorizations = authorizations;
        this.signIns = signIns;
        this.handovers = handovers;
        this.arrivals = arrivals;
        this.pages = pages;
        this.audit = audit;
        this.random = random;
    }

    Reply answer(Call call) {
        String state = call.query("state").orElse("");
        Optional<String> error = call.query("error").filter(text -> !text.isBlank());
        if (error.isPresent()) {
            return denied(call, state, ProviderError.of(error.get()));
        }
        String code = call.query("code").orElse("");
        Optional<String> redirectUri = site.redirectUri(call);
        if (signIns.isEmpty() || redirectUri.isEmpty()) {
            return Formats.failure(call, 500, "Discord is not configured");
        }
        if (code.isBlank() || code.length() > LONGEST_CODE || state.isEmpty()) {
            return invalid(call);
        }
        Optional<Authorizations.Consumed> consumed = authorizations.consume(state);
        return consumed.isPresent()
                ? exchange(call, state, code, redirectUri.get(), consumed.get(), signIns.get())
                : invalid(call);
    }

    private static Reply invalid(Call call) {
        return Formats.failure(call, 400, "Invalid state or verifier");
    }

    private Reply denied(Call call, String state, String error) {
        Optional<Document> extras = authorizations.consume(state).map(Authorizations.Consumed::extras);
        String redirectTo = ProviderError.addTo(arrivals.target(extras.orElse(Document.empty())), error);
        audit.refusedSignIn(call, error);
        Reply reply = Formats.wantsJson(call)
                ? Answers.json(
                        400,
                        Document.empty()
                                .with("ok", false)
                                .with("error", "OAuth error")
                                .with("oauthError", error)
                                .with("redirectTo", redirectTo))
                : pages.leading(call, redirectTo, "signin.refused");
        return cookies.withoutBridge(cookies.finished(reply, call), call);
    }

    private Reply exchange(
            Call call,
            String state,
            String code,
            String redirectUri,
            Authorizations.Consumed consumed,
            SignIns signIns) {
        Optional<Pkce> own = SignInCookies.verifier(call, state);
        if (own.isEmpty() && bridge(consumed.extras()).isEmpty() && Formats.wantsJson(call)) {
            audit.refusedSignIn(call, "started in another browser");
            return cookies.finished(invalid(call), call);
        }
        return switch (signIns.signIn(code, own.orElse(consumed.pkce()), redirectUri)) {
            case SignIns.Outcome.Failed failed -> {
                audit.refusedSignIn(call, failed.text());
                yield cookies.finished(Formats.failure(call, failed.status(), failed.text()), call);
            }
            case SignIns.Outcome.SignedIn signedIn -> {
                Optional<String> bridge = bridge(consumed.extras());
                bridge.ifPresent(digest -> offer(state, signedIn.session(), LoginContext.PWA, digest));
                if (own.isPresent()) {
                    yield arrivals.signIn(call, signedIn.session(), consumed.extras());
                }
                yield bridge.isPresent()
                        ? cookies.finished(arrivals.welcome(call, consumed.extras()), call)
                        : ask(call, state, signedIn, consumed.extras());
            }
        };
    }

    /** The digest of the token with which an app claims the session; empty for a sign-in that no app started. */
    private static Optional<String> bridge(Document extras) {
        LoginContext context = LoginContext.of(extras.text(StartRoute.LOGIN_CONTEXT));
        return extras.text(StartRoute.CLAIM_TOKEN_DIGEST).filter(digest -> context == LoginContext.PWA);
    }

    private Reply ask(Call call, String state, SignIns.Outcome.SignedIn signedIn, Document extras) {
        String question = random.base64url(QUESTION_BYTES);
        offer(state, signedIn.session(), LoginContext.BROWSER, Handovers.digest(question));
        Reply asking = pages.asking(call, signedIn.user().name(), state, arrivals.target(extras));
        return cookies.withQuestion(cookies.finished(asking, call), call, question);
    }

    private void offer(String state, Session session, LoginContext context, String digest) {
        String sid = session.sid().orElseThrow();
        handovers.offer(state, new Handovers.Offer(sid, session.user(), context.word(), digest));
    }
}
