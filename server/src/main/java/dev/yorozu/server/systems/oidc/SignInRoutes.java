package dev.yorozu.server.systems.oidc;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.provider.ProviderLogouts;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;

/**
 * The way to the provider and back.
 *
 * <p>Only the browser that started a sign-in can end it: it must bring the state twice, in the address and in its cookie.
 * What it lacks is found out before the store is asked, and a state is good for one return, whatever comes of it.
 */
record SignInRoutes(
        OidcSite site,
        OidcClient client,
        Authorizations authorizations,
        Sessions sessions,
        ProviderLogouts logouts,
        BrowserSessions browsers,
        ReturnTo returnTo,
        OidcErrors errors,
        RandomTokens random) {
    static final Duration TIMEOUT = Duration.ofMinutes(10);
    static final String NONCE = "nonce";

    private static final Logger LOGGER = Logger.getLogger(SignInRoutes.class.getName());
    private static final String RETURN_TO = "returnTo";
    private static final String STATE = "oidc_state";
    private static final int NONCE_BYTES = 32;
    private static final int LONGEST_CODE = 4096;

    Reply start(Call call) {
        Optional<String> redirectUri = site.redirectUri(call);
        if (redirectUri.isEmpty()) {
            return errors.tell(call, OidcErrors.WITHOUT_ORIGIN);
        }
        Optional<OidcClient.Ready> ready = client.ready();
        if (ready.isEmpty()) {
            return errors.tell(call, client.trouble(), call.query(RETURN_TO).flatMap(returnTo::accept));
        }
        String nonce = random.base64url(NONCE_BYTES);
        Authorizations.Started started = authorizations.begin(Document.empty()
                .with(NONCE, nonce)
                .withIfPresent(RETURN_TO, call.query(RETURN_TO).flatMap(returnTo::accept)));
        URI address =
                Authorizations.authorizeUrl(ready.get().provider(), redirectUri.get(), started, Map.of(NONCE, nonce));
        return redirect(address.toString())
                .with(site.cookie(call, site.boundToHost(call, STATE), started.state(), TIMEOUT));
    }

    private static Reply redirect(String address) {
        return Reply.empty(302).with("Location", address).unkept();
    }

    Reply callback(Call call) {
        String state = call.query("state").orElse("");
        String cookie = site.boundToHost(call, STATE);
        Optional<String> own = call.cookie(cookie);
        if (own.isEmpty() || !Digests.same(own.get(), state)) {
            return errors.tell(call, OidcErrors.ANOTHER_BROWSER);
        }
        Optional<String> code = call.query("code").filter(text -> !text.isBlank() && text.length() <= LONGEST_CODE);
        boolean refused = call.query("error").isPresent();
        if (code.isEmpty() && !refused) {
            return errors.tell(call, OidcErrors.WITHOUT_CODE);
        }
        Optional<Authorizations.Consumed> consumed = authorizations.consume(state);
        return returned(call, refused ? Optional.empty() : code, consumed).with(site.clearing(call, cookie));
    }

    private Reply returned(Call call, Optional<String> code, Optional<Authorizations.Consumed> consumed) {
        if (consumed.isEmpty()) {
            return errors.tell(call, OidcErrors.USED_STATE);
        }
        Optional<String> back = consumed.get().extras().text(RETURN_TO);
        if (code.isEmpty()) {
            return errors.tell(call, OidcErrors.DENIED, back);
        }
        // A provider that names itself must be ours, lest a code is shown to another (RFC 9207).
        if (call.query("iss").filter(issuer -> !issuer.equals(client.issuer())).isPresent()) {
            return refused(call, "the return names another issuer");
        }
        Optional<OidcClient.Ready> ready = client.ready();
        Optional<String> redirectUri = site.redirectUri(call);
        if (ready.isEmpty() || redirectUri.isEmpty()) {
            return errors.tell(call, client.trouble(), back);
        }
        return switch (ready.get()
                .calls()
                .exchange(code.get(), Optional.of(consumed.get().pkce()), redirectUri.get())) {
            case ProviderResult.Success<Grant> granted ->
                granted(call, ready.get(), granted.value(), consumed.get().extras());
            case ProviderResult.Failed<Grant> failed -> failed(call, failed, back);
        };
    }

    private Reply failed(Call call, ProviderResult.Failed<Grant> failed, Optional<String> back) {
        return switch (failed.reason()) {
            case INVALID_GRANT, DENIED -> refused(call, "the code was refused, status " + failed.status());
            case TIMED_OUT -> errors.tell(call, OidcErrors.SLOW, back);
            case UNREACHABLE -> errors.tell(call, OidcErrors.UNREACHABLE, back);
        };
    }

    private Reply granted(Call call, OidcClient.Ready ready, Grant grant, Document extras) {
        Optional<String> nonce = extras.text(NONCE);
        if (grant.idToken().isEmpty() || nonce.isEmpty()) {
            return refused(call, "there is no ID token");
        }
        return switch (ready.idTokens().check(grant.idToken().get(), nonce.get())) {
            case Verdict.Refused<Identity> wrong -> refused(call, "of the ID token, " + wrong.why());
            case Verdict.Genuine<Identity> genuine -> {
                Identity identity = genuine.told();
                String name = ready.name(identity, grant.accessToken());
                yield signIn(call, identity, name, extras.text(RETURN_TO).orElse("/"));
            }
        };
    }

    /** Begins a session under a new sid, ends the one that the browser had, and leads on. */
    private Reply signIn(Call call, Identity identity, String name, String target) {
        Document attributes = Document.empty()
                .with("iss", identity.issuer())
                .with("sub", identity.subject())
                .with("name", name)
                .withIfPresent(ProviderLogouts.FIELD, identity.providerSession());
        return switch (sessions.start(identity.user(), attributes)) {
            case Start.Started started -> {
                Session session = started.session();
                if (!logouts.tie(session, identity.issuedAt())) {
                    yield errors.tell(call, OidcErrors.NO_ROOM, Optional.of(target));
                }
                yield browsers.signIn(call, session, browsers.left(session), redirect(ReturnTo.location(target)));
            }
            case Start.Refused full -> errors.tell(call, OidcErrors.NO_ROOM, Optional.of(target));
            case Start.Overtaken ended -> errors.tell(call, OidcErrors.NO_ROOM, Optional.of(target));
        };
    }

    private Reply refused(Call call, String why) {
        LOGGER.warning(() -> "A sign-in with OpenID Connect was refused: " + why);
        return errors.tell(call, OidcErrors.REFUSED);
    }
}
