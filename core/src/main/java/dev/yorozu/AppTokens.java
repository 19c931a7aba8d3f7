package dev.yorozu;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.token.Access;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.RevocationLayout;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;

/**
 * Access tokens and refresh tokens of one app: signed, spent once, and revoked at once on every server.
 *
 * <pre>{@code
 * AppTokens tokens = yorozu.tokens("shop", SigningKeys.of(SigningKey.hs256(secret)));
 * TokenPair pair = tokens.issue("hanako@example.com");
 * out.println(tokens.verify(pair.accessToken()) instanceof Verification.Valid ? "a good token" : "no token");
 * }</pre>
 *
 * <p>A store that cannot answer is a {@code StoreException} and never a valid token. Safe for use by many threads.
 */
public final class AppTokens {
    private final Logins logins;
    private final RefreshTokens refresh;

    private AppTokens(Builder builder) {
        Context context = builder.context;
        logins = new Logins(
                context.store(),
                builder.layout,
                builder.policy,
                new Jwts(builder.keys, builder.jwt, context.clock()),
                builder.storage,
                context.random(),
                context.clock());
        refresh = new RefreshTokens(context.store(), logins.lineage());
    }

    /** Signs a user in: a login of its own, which ends the oldest where the user has too many. */
    public TokenPair issue(String user) {
        return issue(user, Document.empty());
    }

    /**
     * Signs a user in.
     *
     * @param user a text of 1 to 256 characters, without control characters: it is the token's subject
     * @param claims what all access tokens of the login say besides; no secrets, and 4 KiB at most as JSON: a token is accepted
     *     that has 8192 characters at most
     */
    public TokenPair issue(String user, Document claims) {
        if (!Jwt.isId(user)) {
            throw new IllegalArgumentException(
                    "A token can name a user of 1 to 256 characters, none of them a control character");
        }
        return pair(logins.issue(user, claims, new Claims(user, claims)));
    }

    /** What a login was given at its sign-in is what all its access tokens say. */
    private TokenPair pair(Issued issued) {
        Login login = issued.login();
        Access newest = login.access().getLast();
        return new TokenPair(
                login.user(),
                logins.access().sign(newest, new Claims(login.user(), login.attributes())),
                issued.refreshToken(),
                newest.endsAt(),
                login.endsAt());
    }

    /** The logins that these tokens are of, for who speaks of them in another protocol. */
    public Logins logins() {
        return logins;
    }

    /** Whether an access token counts now, and what it says. */
    public Verification verify(String accessToken) {
        return switch (logins.access().check(accessToken)) {
            case Authentication.Granted granted -> new Verification.Valid(granted.jwt());
            case Authentication.Denied denied -> Verification.invalid(denied.reason());
        };
    }

    /** Spends a refresh token for the next pair. */
    public TokenRefresh refresh(String refreshToken) {
        Optional<Presented> presented = refresh.present(refreshToken);
        if (presented.isEmpty()) {
            return new TokenRefresh.Refused();
        }
        Claims claims = new Claims(presented.get().user(), Document.empty());
        return switch (refresh.rotate(presented.get(), claims)) {
            case Rotation.Rotated rotated -> new TokenRefresh.Refreshed(pair(rotated.issued()));
            case Rotation.Repeated repeated -> new TokenRefresh.Refreshed(pair(repeated.issued()));
            case Rotation.Reused reused -> new TokenRefresh.Reused(reused.user());
            case Rotation.Refused refused -> new TokenRefresh.Refused();
        };
    }

    /** Ends the login of a refresh token, with its access tokens; true when it lived. */
    public boolean revoke(String refreshToken) {
        return logins.owner(refreshToken)
                .flatMap(user -> logins.end(refreshToken, user))
                .isPresent();
    }

    /** Revokes an access token, whose login lives on; true when it counted until then. */
    public boolean revokeAccess(String accessToken) {
        if (!(verify(accessToken) instanceof Verification.Valid valid)) {
            return false;
        }
        logins.access().revoke(valid.jwt().id(), valid.jwt().endsAt());
        return true;
    }

    /** Ends all logins of a user, with their access tokens; says how many lived. */
    public int revokeAll(String user) {
        return logins.endAll(user);
    }

    /** What can be chosen of tokens. */
    public static final class Builder {
        private static final LedgerLayout.Names NAMES =
                new LedgerLayout.Names("token", "user", "endsAt", "login", "issuedAt", "access", "usedAt");

        private final Context context;
        private final SigningKeys keys;
        private LedgerLayout layout;
        private LedgerPolicy policy = LedgerPolicy.STANDARD;
        private JwtPolicy jwt;
        private Storage storage;

        Builder(Context context, String app, SigningKeys keys) {
            this.context = context;
            this.keys = keys;
            this.storage = context.storage();
            this.jwt = new JwtPolicy(app, app, JwtPolicy.JWT, policy.skew());
            this.layout = new LedgerLayout(
                    AppKeys.REFRESH.within(app),
                    TokenForm.LONG_HEX,
                    AppKeys.USER_REFRESH.within(app),
                    AppKeys.LEDGER.within(app),
                    new RevocationLayout(
                            AppKeys.REVOKED.within(app),
                            "1",
                            Optional.of(AppKeys.INVALID_BEFORE.within(app)),
                            Optional.of(AppKeys.USER_ACCESS.within(app))),
                    NAMES);
        }

        /** Access tokens for 15 minutes, refresh tokens for 30 days, five logins a user, unless it is said. */
        public Builder policy(LedgerPolicy whole) {
            this.policy = whole;
            return this;
        }

        /** What the header of tokens calls them; {@code JWT} unless it is said, {@code at+jwt} as RFC 9068 has it. */
        public Builder type(String type) {
            this.jwt = new JwtPolicy(jwt.issuer(), jwt.audience(), type, jwt.skew());
            return this;
        }

        /** Who issues tokens and for whom; both are the name of the app unless it is said. */
        public Builder issuer(String issuer, String audience) {
            this.jwt = new JwtPolicy(issuer, audience, jwt.type(), jwt.skew());
            return this;
        }

        public Builder storage(Storage kept) {
            this.storage = kept;
            return this;
        }

        /** Keeps tokens at documented keys. */
        public Builder layout(LedgerLayout documented) {
            this.layout = documented;
            return this;
        }

        AppTokens build() {
            return new AppTokens(this);
        }
    }
}
