package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Accounts;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Kind;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.store.Store;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The token store under one mount: accounts, access and refresh tokens, devices. */
public final class TokensModule implements HttpModule {
    private final Settings settings;
    private final String mount;
    private final Supplier<SigningKeys> keys;
    private final Gate<Caller> gate;
    private final EntranceRoutes entrance;
    private final ProfileRoutes profile;
    private final AdminRoutes admin;

    private TokensModule(Settings settings, TokenParts parts) {
        this.settings = settings;
        this.mount = settings.value(TokensSettings.MOUNT);
        this.keys = parts.keys();
        Store store = parts.store();
        InstantSource clock = parts.clock();
        LedgerPolicy policy = TokensSettings.policy(settings);
        Logins tokens = logins(settings, store, keys, parts.random(), clock);
        Accounts accounts =
                new Accounts(parts.directory(), parts.passwords(), account -> tokens.endAll(account.user()));
        AuditTrail trail = new AuditTrail(
                new AuditLog(store, AuditSettings.policy(settings), parts.random(), clock),
                Kind.TOKEN,
                "tokens",
                clock);
        Past past = new Past(parts.directory(), clock);
        LoginThrottle throttle = throttle(settings, parts);
        TokensAccess access = new TokensAccess(tokens.access(), parts.directory());
        this.gate = new Gate<>(
                store, new Gcra(store, clock), parts.addresses(), settings.value(PrivacySettings.STORAGE), access);
        this.entrance = new EntranceRoutes(
                gate,
                access,
                new SignIns(parts.directory(), accounts, throttle, tokens, trail, parts.metrics(), clock),
                new RefreshTokens(store, tokens.lineage()),
                rate(TokenRates.REFRESH, "refresh"),
                new Refreshes(
                        parts.directory(),
                        access,
                        new RefreshTokens(store, tokens.lineage()),
                        trail,
                        past,
                        parts.metrics(),
                        clock),
                new Logouts(tokens, tokens.access(), trail, past),
                isOpen(settings)
                        ? Optional.of(new Registrations(parts.directory(), accounts, trail, clock))
                        : Optional.empty(),
                parts.passwords(),
                clock);
        this.profile = new ProfileRoutes(
                gate,
                new DeviceDesk(parts.directory(), tokens, trail, past),
                new PasswordDesk(
                        parts.directory(), parts.passwords(), throttle, tokens, parts.elsewhere(), trail, past),
                parts.passwords());
        this.admin = new AdminRoutes(
                gate, access, new OperatorDesk(tokens, tokens.access(), policy, trail, past, clock), clock);
    }

    /** The system as the settings want it. */
    public static TokensModule of(Settings settings, TokenParts parts) {
        return new TokensModule(settings, parts);
    }

    /** The logins of this system alone, for programs without its routes. */
    public static Logins logins(
            Settings settings, Store store, Supplier<SigningKeys> keys, RandomTokens random, InstantSource clock) {
        JwtPolicy policy = TokensSettings.JWT.policy(settings, JwtPolicy.JWT);
        return new Logins(
                store,
                LedgerLayout.TOKENS,
                TokensSettings.policy(settings),
                new Jwts(keys, policy, clock),
                settings.value(PrivacySettings.STORAGE),
                random,
                clock);
    }

    private static LoginThrottle throttle(Settings settings, TokenParts parts) {
        WindowPolicy byAddress =
                WindowPolicy.perHour("tokens-address", settings.value(TokenRates.FAILURES), FailMode.CLOSED);
        return new LoginThrottle(
                "tokens",
                settings.value(TokenRates.FAILURES_AT_ACCOUNT),
                AttemptLimiter.sliding(parts.store(), byAddress, parts.waiting(), parts.random(), parts.clock()));
    }

    private static boolean isOpen(Settings settings) {
        return settings.value(TokensSettings.REGISTRATION) == TokensSettings.Registration.OPEN;
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return TokensErrors.FORM;
    }

    @Override
    public void routes(Routes routes) {
        limited(routes, "/api/entrance/auth/login", TokenRates.LOGIN, "login", entrance::login);
        routes.post("/api/entrance/refresh", gate.open(entrance::refresh));
        limited(routes, "/api/entrance/register", TokenRates.REGISTER, "register", entrance::register);
        routes.post("/api/entrance/logout", gate.signedIn(entrance::logout));
        routes.post("/api/entrance/logout-others", gate.signedIn(entrance::logoutOthers));
        routes.get("/api/entrance/verify", gate.open(entrance::verify));
        routes.get("/api/profile", gate.signedIn(profile::profile));
        routes.get("/api/profile/devices", gate.signedIn(profile::devices));
        routes.get("/api/profile/devices/with-current", gate.signedIn(profile::devicesWithCurrent));
        routes.delete("/api/profile/devices/{id}", gate.signedIn(profile::endDevice));
        routes.put(
                "/api/profile/password",
                gate.signedIn(profile::changePassword, gate.rate(rate(TokenRates.PASSWORD, "password"))));
        routes.get("/api/admin/users/{id}/tokens", gate.operator(admin::list));
        routes.delete("/api/admin/users/{id}/tokens", gate.operator(admin::endAll));
        routes.post("/api/admin/users/{id}/tokens/blacklist", gate.operator(admin::blacklist));
        routes.post("/api/admin/users/{id}/tokens/invalidate-before", gate.operator(admin::invalidateBefore));
        publishKeys(routes);
    }

    private void limited(Routes routes, String path, Setting<Integer> rate, String name, Endpoint endpoint) {
        routes.post(path, gate.open(endpoint, gate.rate(rate(rate, name))));
    }

    private WindowPolicy rate(Setting<Integer> rate, String name) {
        return TokenRates.policy(settings, rate, name);
    }

    /** Where tokens are signed with a private key, everybody may have the public one. */
    private void publishKeys(Routes routes) {
        if (keys.get().newest().algorithm() == SigningKey.Algorithm.RS256) {
            routes.get(
                    "/.well-known/jwks.json",
                    call -> Reply.ownedJson(200, keys.get().jwks().getBytes(StandardCharsets.UTF_8))
                            .with("Cache-Control", "public, max-age=300"));
        }
    }
}
