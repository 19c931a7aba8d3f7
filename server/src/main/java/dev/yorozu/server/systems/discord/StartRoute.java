package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Provider;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Starts a sign-in and sends the person to Discord. */
final class StartRoute {
    static final String PATH = "/api/auth/discord/start";
    static final String RETURN_TO = "returnTo";
    static final String LOGIN_CONTEXT = "loginContext";
    static final String CLAIM_TOKEN_DIGEST = "claimTokenDigest";

    private static final int BRIDGE_BYTES = 32;

    private final Site site;
    private final SignInCookies cookies;
    private final Optional<Provider> provider;
    private final Authorizations authorizations;
    private final ReturnTo returnTo;
    private final RandomTokens random;

    StartRoute(
            Site site,
            SignInCookies cookies,
            Optional<Provider> provider,
            Authorizations authorizations,
            ReturnTo returnTo,
            RandomTokens random) {
        this.site = site;
        this.cookies = cookies;
        this.provider = provider;
        this.authorizations = authorizations;
        this.returnTo = returnTo;
        this.random = random;
    }

    Reply answer(Call call) {
        Optional<String> redirectUri = site.redirectUri(call);
        if (redirectUri.isEmpty()) {
            return Answers.error(500, "Discord redirect_uri is not configured");
        }
        if (provider.isEmpty()) {
            return Answers.error(500, "Discord client id and secret are not configured");
        }
        LoginContext context = LoginContext.of(call.query("context"));
        Optional<String> bridge =
                context == LoginContext.PWA ? Optional.of(random.base64url(BRIDGE_BYTES)) : Optional.empty();
        Authorizations.Started started = authorizations.begin(Document.empty()
                .with(LOGIN_CONTEXT, context.word())
                .withIfPresent(CLAIM_TOKEN_DIGEST, bridge.map(Handovers::digest))
                .withIfPresent(RETURN_TO, call.query(RETURN_TO).flatMap(returnTo::accept)));
        URI address = Authorizations.authorizeUrl(provider.get(), redirectUri.get(), started, Map.of());
        Reply reply = Formats.wantsJson(call) ? json(address, started.state()) : redirect(address);
        return cookies.started(reply, call, started, context, bridge);
    }

    private static Reply json(URI address, String state) {
        String query = address.getRawQuery();
        return Answers.json(
                200,
                Answers.ok()
                        .with("authorizeUrl", address.toString())
                        .with("appAuthorizeUrl", "discord://discord.com" + address.getRawPath() + "?" + query)
                        .with("state", state));
    }

    private static Reply redirect(URI address) {
        return Reply.empty(302).with("Location", address.toString()).unkept();
    }
}
