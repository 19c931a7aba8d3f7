package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Pkce;
import dev.yorozu.oauth.Provider;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.discord.DiscordSettings.Rates;
import dev.yorozu.session.Session;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The way to Discord and back.
 *
 * <p>The browser that started the sign-in, which its cookies show, is signed in at once. Any other is not: an app claims
 * its session with the token that it was given at the start, and a person without cookies is asked first, because a
 * stranger can lead anybody here with a code of the stranger's own account. A program that wants JSON cannot be asked and
 * is refused there. The session of an app waits to be claimed in any case: the app may run beside the browser that came
 * back, with cookies of its own.
 *
 * @param provider empty while nobody told who this is to Discord, as is the sign-in there
 */
record SignInRoutes(
        DiscordSite site,
        SignInCookies cookies,
        Optional<Provider> provider,
        Optional<ProviderSignIn> signIn,
        Authorizations authorizations,
        Handovers handovers,
        SignInCompletion completion,
        BrowserSessions browsers,
        RandomTokens random) {
    static final String START = "/api/auth/discord/start";
    static final String RETURN_TO = "returnTo";
    static final String LOGIN_CONTEXT = "loginContext";

    private static final String CLAIM_TOKEN_DIGEST = "claimTokenDigest";
    private static final int CLAIM_TOKEN_BYTES = 32;
    private static final int LONGEST_CODE = 2048;

    void declare(Routes routes, DiscordAccess access) {
        routes.get(START, access.limited(Rates.START, "start", this::start));
        routes.get(DiscordSite.CALLBACK, access.limited(Rates.CALLBACK, "callback", this::callback));
    }

    private Reply start(Call call) {
        String redirectUri = site.redirectUri(call).orElseThrow(DiscordErrors.NO_REDIRECT_URI::exception);
        Provider configured = provider.orElseThrow(DiscordErrors.NO_CLIENT::exception);
        LoginContext context = LoginContext.of(call.query("context"));
        Optional<String> bridge =
                context == LoginContext.PWA ? Optional.of(random.base64url(CLAIM_TOKEN_BYTES)) : Optional.empty();
        Authorizations.Started started = authorizations.begin(Document.empty()
                .with(LOGIN_CONTEXT, context.word())
                .withIfPresent(CLAIM_TOKEN_DIGEST, bridge.map(Handovers::digest))
                .withIfPresent(RETURN_TO, call.query(RETURN_TO).flatMap(completion.returnTo()::accept)));
        URI address = Authorizations.authorizeUrl(configured, redirectUri, started, Map.of());
        Reply reply = DiscordJson.isWanted(call) ? json(address, started.state()) : redirect(address);
        return cookies.started(reply, call, started, context, bridge);
    }

    private static Reply json(URI address, String state) {
        String query = address.getRawQuery();
        return DiscordJson.reply(DiscordJson.OK
                .with("authorizeUrl", address.toString())
                .with("appAuthorizeUrl", "discord://discord.com" + address.getRawPath() + "?" + query)
                .with("state", state));
    }

    private static Reply redirect(URI address) {
        return Reply.empty(302).with("Location", address.toString()).unkept();
    }

    private Reply callback(Call call) {
        String state = call.query("state").orElse("");
        Optional<String> error = call.query("error").filter(text -> !text.isBlank());
        if (error.isPresent()) {
            return denied(call, state, DiscordErrors.word(error.get()));
        }
        String code = call.query("code").orElse("");
        Optional<String> redirectUri = site.redirectUri(call);
        if (signIn.isEmpty() || redirectUri.isEmpty()) {
            return DiscordErrors.told(call, DiscordErrors.NOT_CONFIGURED);
        }
        if (code.isBlank() || code.length() > LONGEST_CODE || state.isEmpty()) {
            return DiscordErrors.told(call, DiscordErrors.INVALID_STATE);
        }
        Optional<Authorizations.Consumed> consumed = authorizations.consume(state);
        return consumed.isPresent()
                ? exchange(call, state, code, redirectUri.get(), consumed.get())
                : DiscordErrors.told(call, DiscordErrors.INVALID_STATE);
    }

    private Reply denied(Call call, String state, String error) {
        Optional<Document> extras = authorizations.consume(state).map(Authorizations.Consumed::extras);
        String redirectTo = withError(completion.target(extras.orElse(Document.empty())), error);
        browsers.refused(call, error);
        Reply reply = DiscordJson.isWanted(call)
                ? DiscordErrors.refused(error, redirectTo)
                : completion.declined(call, redirectTo);
        return cookies.withoutBridge(cookies.finished(reply, call), call);
    }

    /** The path with the error in its query. */
    private static String withError(String path, String error) {
        int fragment = path.indexOf('#');
        String front = fragment < 0 ? path : path.substring(0, fragment);
        String value = "discord_oauth_error=" + URLEncoder.encode(error, StandardCharsets.UTF_8);
        return front + (front.contains("?") ? "&" : "?") + value + (fragment < 0 ? "" : path.substring(fragment));
    }

    private Reply exchange(Call call, String state, String code, String redirectUri, Authorizations.Consumed consumed) {
        Document extras = consumed.extras();
        Optional<Pkce> own = SignInCookies.verifier(call, state);
        Optional<String> bridge = bridge(extras);
        if (own.isEmpty() && bridge.isEmpty() && DiscordJson.isWanted(call)) {
            return refused(call, DiscordErrors.INVALID_STATE, "started in another browser");
        }
        Session session;
        try {
            session = signIn.orElseThrow().signIn(code, own.orElse(consumed.pkce()), redirectUri);
        } catch (ProblemException failed) {
            return refused(call, failed.problem(), failed.problem().message());
        }
        bridge.ifPresent(digest -> offer(state, session, LoginContext.PWA, digest));
        if (own.isPresent()) {
            return completion.signIn(call, session, extras);
        }
        return bridge.isPresent()
                ? cookies.finished(completion.welcome(call, extras), call)
                : ask(call, state, session, extras);
    }

    private Reply refused(Call call, Problem problem, String why) {
        browsers.refused(call, why);
        return cookies.finished(DiscordErrors.told(call, problem), call);
    }

    /** The digest of the token with which an app claims the session; empty for a sign-in that no app started. */
    private static Optional<String> bridge(Document extras) {
        LoginContext context = LoginContext.of(extras.text(LOGIN_CONTEXT));
        return extras.text(CLAIM_TOKEN_DIGEST).filter(digest -> context == LoginContext.PWA);
    }

    private Reply ask(Call call, String state, Session session, Document extras) {
        String question = random.base64url(CLAIM_TOKEN_BYTES);
        offer(state, session, LoginContext.BROWSER, Handovers.digest(question));
        Reply asking = completion.asking(call, state, session, extras);
        return cookies.withQuestion(cookies.finished(asking, call), call, question);
    }

    private void offer(String state, Session session, LoginContext context, String digest) {
        String sid = session.sid().orElseThrow();
        handovers.offer(state, new Handovers.Offer(sid, session.user(), context.word(), digest));
    }
}
