package dev.yorozu.server.systems.users;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Accounts;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.operate.statistics.CensusListener;
import dev.yorozu.server.systems.users.profile.ProfileApi;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.TokenSessions;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The user API under one mount: accounts, sessions with signed tokens, profiles, and limits by the hour. */
public final class UsersModule implements HttpModule {
    /** The name of the system among those that users are signed in to. */
    public static final String SYSTEM = "users";

    /** The types of tokens: neither passes for the other. */
    private static final String ACCESS = "at+jwt";

    private static final String REFRESH = "rt+jwt";

    private final Settings settings;
    private final String mount;
    private final Supplier<SigningKeys> keys;
    private final Gate gate;
    private final AuthRoutes auth;
    private final SessionRoutes sessions;
    private final AdminRoutes admin;
    private final ProfileApi profiles;
    private final Endpoint statistics;
    private final SessionAdoption adoption;

    private UsersModule(Settings settings, UsersParts parts) {
        this.settings = settings;
        this.mount = settings.value(UsersSettings.MOUNT);
        this.keys = parts.keys();
        Store store = parts.store();
        InstantSource clock = parts.clock();
        TokenMetrics metrics = parts.metrics().users();
        Sessions kept = sessions(settings, store, parts.random(), clock);
        TokenSessions logins = tokens(settings, store, keys, parts.random(), clock);
        UserTrail trail = new UserTrail(
                new AuditLog(store, AuditSettings.policy(settings), parts.random(), clock), parts.directory(), clock);
        Clients clients = new Clients(parts.addresses(), settings.value(PrivacySettings.STORAGE));
        this.gate = new Gate(logins, parts.directory(), clients, new Gcra(store, clock));
        SignIns signIns = new SignIns(
                parts.directory(),
                new Accounts(parts.directory(), parts.passwords(), AccountTermination.NONE),
                throttle(settings, parts),
                logins,
                trail,
                metrics,
                clock);
        this.auth = new AuthRoutes(
                gate,
                isOpen(settings)
                        ? Optional.of(new Signups(parts.directory(), parts.passwords(), trail, parts.random(), clock))
                        : Optional.empty(),
                signIns,
                new Refreshes(gate, new RefreshTokens(store, logins), trail, metrics),
                logins,
                trail,
                parts.passwords(),
                settings.value(UsersSettings.JWT.life()));
        this.sessions = new SessionRoutes(gate, logins, trail);
        this.admin = new AdminRoutes(gate, logins, new SessionCensus(kept, clock), trail, clock);
        this.statistics = parts.statistics();
        this.adoption = new SessionAdoption(kept);
        this.profiles = ProfileApi.of(settings, parts, gate, logins);
    }

    /** The system as the settings want it. */
    public static UsersModule of(Settings settings, UsersParts parts) {
        return new UsersModule(settings, parts);
    }

    /** Takes up sessions that other programs wrote, when told of all keys. */
    public CensusListener adoption() {
        return adoption;
    }

    private static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SessionLayout.USERS, UsersSettings.sessionPolicy(settings), storage, random, clock);
    }

    /** The sessions of this system and their tokens, for who has no use for its routes. */
    public static TokenSessions tokens(
            Settings settings, Store store, Supplier<SigningKeys> keys, RandomTokens random, InstantSource clock) {
        JwtPolicy access = UsersSettings.accessPolicy(settings, ACCESS);
        return new TokenSessions(
                store,
                sessions(settings, store, random, clock),
                new Jwts(keys, access, clock),
                new Jwts(keys, access.forIssuerAlone(REFRESH), clock),
                UsersSettings.refreshPolicy(settings),
                settings.value(PrivacySettings.STORAGE),
                random,
                clock);
    }

    private static LoginThrottle throttle(Settings settings, UsersParts parts) {
        AttemptLimiter byAddress = AttemptLimiter.fixedWindows(
                parts.store(),
                "users-address",
                WindowLayout.USERS,
                UsersLimits.hourly(settings, UserKeys.Endpoint.LOGIN),
                parts.waiting(),
                parts.random(),
                parts.clock());
        return new LoginThrottle(SYSTEM, settings.value(UsersLimits.LOGIN_ACCOUNT), byAddress);
    }

    private static boolean isOpen(Settings settings) {
        return settings.value(UsersSettings.SIGNUP) == UsersSettings.Signup.OPEN;
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return UsersErrors.FORM;
    }

    @Override
    public void routes(Routes plain) {
        BothPrefixes routes = new BothPrefixes(plain);
        profiles.routes(routes);
        routes.post("/auth/signup", limited(UsersLimits.SIGNUP_RATE, "signup", auth::signUp));
        routes.post("/auth/login", limited(UsersLimits.LOGIN_RATE, "login", auth::login));
        routes.post("/auth/refresh", limited(UsersLimits.REFRESH_RATE, "refresh", auth::refresh));
        routes.post("/auth/logout", gate.signedIn(auth::logout));
        routes.get("/auth/me", gate.signedIn(auth::me));
        routes.get("/.well-known/jwks.json", call -> jwks());
        WindowPolicy looks = UsersLimits.rate(settings, UsersLimits.SESSIONS_RATE, "sessions");
        routes.get("/sessions", gate.signedIn(looks, sessions::list));
        routes.delete("/sessions", gate.signedIn(looks, sessions::endAll));
        routes.delete("/sessions/{id}", gate.signedIn(sessions::end));
        routes.get("/admin/stats", gate.admin((call, caller) -> statistics.answer(call)));
        routes.get("/admin/sessions/stats", gate.admin(admin::statistics));
        routes.get("/admin/sessions/{user_id}", gate.admin(admin::list));
        routes.delete("/admin/sessions/{user_id}", gate.admin(admin::endAll));
    }

    private Endpoint limited(Setting<Integer> rate, String name, Endpoint endpoint) {
        return gate.limited(UsersLimits.rate(settings, rate, name), endpoint);
    }

    /** Everybody may have the public keys, and keep them for as long as a new one can wait to be needed. */
    private Reply jwks() {
        return Reply.ownedJson(200, keys.get().jwks().getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", "public, max-age=300");
    }
}
