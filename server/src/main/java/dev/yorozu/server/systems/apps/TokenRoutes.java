package dev.yorozu.server.systems.apps;

import dev.yorozu.TokenPair;
import dev.yorozu.TokenRefresh;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.PublicKeys;
import dev.yorozu.server.systems.apps.open.OpenApp;
import dev.yorozu.server.systems.apps.open.OpenApps;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The access and refresh tokens of an app's users. */
record TokenRoutes(AppsAccess access, OpenApps apps, InstantSource clock) {
    static final String ACTION = "tokens";

    private static final int LONGEST_USER = 256;
    private static final int LONGEST_CLAIMS = 4 * 1024;
    private static final String CLAIMS = "claims";
    private static final String CLIENT = "client_id";

    void declare(Routes routes) {
        routes.post("/apps/{app}/tokens", access.creating(ACTION, this::issue))
                .post("/apps/{app}/tokens/refresh", access.changing(ACTION, this::refresh))
                .post("/apps/{app}/tokens/verify", access.reading(ACTION, TokenRoutes::verify))
                .post("/apps/{app}/tokens/revoke", access.changing(ACTION, TokenRoutes::revoke))
                .post("/apps/{app}/users/{user}/tokens/revoke", access.changing(ACTION, TokenRoutes::revokeAll))
                .get("/apps/{app}" + PublicKeys.PATH, this::keys);
    }

    private Reply issue(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String user = fields.exact("user", LONGEST_USER);
        Optional<Document> claims = fields.document(CLAIMS);
        fields.isFine(CLAIMS, claims.isPresent() || !fields.has(CLAIMS), "must be an object");
        AppsJson.requireShort(fields, CLAIMS, claims, LONGEST_CLAIMS);
        fields.isFine(CLAIMS, claims.isEmpty() || Jwt.mayClaim(claims.get()), "names a claim that every token has");
        fields.check();
        Document said = claims.orElse(Document.empty()).with(CLIENT, app.app().name());
        return pair(201, issued(app, user, said));
    }

    /** Claims that are short enough are so with most names; with the longest of user, issuer and audience they may not be. */
    private static TokenPair issued(OpenApp app, String user, Document claims) {
        try {
            return app.tokens().issue(user, claims);
        } catch (IllegalArgumentException tooLong) {
            throw Problem.badRequest(
                            "With these claims and names a token has more characters than are accepted: send fewer.")
                    .exception();
        }
    }

    private Reply refresh(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String token = fields.secret("refresh_token", Jwts.LONGEST);
        fields.check();
        return switch (app.tokens().refresh(token)) {
            case TokenRefresh.Refreshed refreshed -> pair(200, refreshed.tokens());
            case TokenRefresh.Reused reused -> throw AppsErrors.TOKEN_REUSED.exception();
            case TokenRefresh.Refused refused -> throw AppsErrors.TOKEN_REFUSED.exception();
        };
    }

    private Reply pair(int status, TokenPair pair) {
        Instant now = clock.instant();
        return AppsJson.reply(
                status,
                Document.empty()
                        .with("access_token", pair.accessToken())
                        .with("token_type", "Bearer")
                        .with("expires_in", left(now, pair.accessEndsAt()))
                        .with("refresh_token", pair.refreshToken())
                        .with("refresh_expires_in", left(now, pair.refreshEndsAt()))
                        .with("user", pair.user()));
    }

    private static long left(Instant now, Instant end) {
        return Math.max(0, Duration.between(now, end).toSeconds());
    }

    private static Reply verify(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String token = fields.secret("access_token", Jwts.LONGEST);
        fields.check();
        if (!(app.tokens().verify(token) instanceof Verification.Valid valid)) {
            return AppsJson.flag("active", false);
        }
        Jwt jwt = valid.jwt();
        return AppsJson.reply(Document.empty()
                .with("active", true)
                .with("user", jwt.subject())
                .with("id", jwt.id())
                .with("issued_at", AppsJson.time(jwt.issuedAt()))
                .with("expires_at", AppsJson.time(jwt.endsAt()))
                .with(CLAIMS, jwt.claims().without(CLIENT)));
    }

    /** The login of a refresh token with its access tokens, or one access token. */
    private static Reply revoke(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        Optional<String> refresh = fields.text("refresh_token", Jwts.LONGEST);
        Optional<String> single = fields.text("access_token", Jwts.LONGEST);
        fields.isFine("refresh_token", refresh.isPresent() != single.isPresent(), "or access_token must be there");
        fields.check();
        boolean revoked = refresh.map(app.tokens()::revoke)
                .or(() -> single.map(app.tokens()::revokeAccess))
                .orElseThrow();
        return AppsJson.flag("revoked", revoked);
    }

    private static Reply revokeAll(Call call, OpenApp app) {
        return AppsJson.reply(Document.empty().with("revoked", app.tokens().revokeAll(call.parameter("user"))));
    }

    /** Everybody may have the public keys. */
    private Reply keys(Call call) {
        OpenApp app = apps.find(call.parameter("app")).orElseThrow(AppsErrors.NO_APP::exception);
        return new PublicKeys(app::keys).answer(call);
    }
}
