package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.audit.Kind;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.PasswordSignIn;
import dev.yorozu.server.access.Registration;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.DirectoryHealth;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.http.health.StoreProbe;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.oauth.ServerMetadata;
import dev.yorozu.server.operate.statistics.StatisticsEndpoint;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.PublicKeys;
import dev.yorozu.server.systems.SystemModule;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.server.systems.users.profile.Profiles;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.TokenSessions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The user API: accounts, sessions with signed tokens, profiles, and limits by the hour. */
public final class UsersSystem extends HostedSystem {
    /** The types of tokens: neither passes for the other. */
    private static final String ACCESS = "at+jwt";

    private static final String REFRESH = "rt+jwt";

    /** Every route answers under the mount and, the same, under this path there. */
    private static final List<String> PREFIXES = List.of("", "/api/v1");

    public UsersSystem() {
        super("users", UsersSettings.MOUNT, UsersSettings.ENABLED, UsersSettings.GROUP, UsersSettings.LIMITS);
    }

    @Override
    public boolean keepsAccounts() {
        return true;
    }

    /** The routes for people, and those for operators, which no page of another origin may call. */
    private record Topics(List<Consumer<Routes>> people, List<Consumer<Routes>> operators) {}

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        String mount = settings.value(UsersSettings.MOUNT);
        IssuerKeys keys = keys(host);
        TokenSessions logins = logins(settings, host.store(), keys, host.random(), host.clock());
        UsersAccess access = new UsersAccess(logins.access(), host.directory(), host.accounts());
        Gate<Caller> gate = host.gate(host.rates(), access);
        Topics topics = new Topics(new ArrayList<>(), new ArrayList<>());
        sessions(host, gate, access, logins, topics);
        profiles(host, gate, access, topics);
        topics.people().add(routes -> routes.get(PublicKeys.PATH, new PublicKeys(keys)));
        List<HttpModule> modules = new ArrayList<>(modules(settings, topics));
        UserTokens tokens = new UserTokens(host.store(), access, logins);
        PREFIXES.forEach(prefix -> modules.add(host.tokenEndpoints(this, mount + prefix, tokens, gate)));
        ServerMetadata.find(mount, settings.value(UsersSettings.JWT.issuer()), keys.algorithm())
                .ifPresent(modules::add);
        boolean signup = settings.value(UsersSettings.SIGNUP) == SystemSettings.Registration.OPEN;
        if (settings.value(UsersSettings.PAGE)) {
            modules.add(new MountedPage(mount, "/account", name(), Map.of("signup", signup)));
        }
        return modules;
    }

    private static List<HttpModule> modules(Settings settings, Topics topics) {
        String mount = settings.value(UsersSettings.MOUNT);
        CrossOrigin pages = SystemSettings.crossOrigin(
                settings, UsersSettings.ALLOWED_ORIGINS, "GET", "POST", "PUT", "DELETE", "OPTIONS");
        List<String> operators =
                PREFIXES.stream().map(prefix -> mount + prefix + "/admin").toList();
        return List.of(
                new SystemModule(mount, UsersErrors.FORM, pages, List.of(prefixed(topics.people()))),
                new SystemModule(
                        mount, UsersErrors.FORM, CrossOrigin.UNSAID, operators, List.of(prefixed(topics.operators()))));
    }

    private static Consumer<Routes> prefixed(List<Consumer<Routes>> topics) {
        return routes -> PREFIXES.forEach(prefix -> topics.forEach(topic -> topic.accept(routes.under(prefix))));
    }

    private void sessions(Host host, Gate<Caller> gate, UsersAccess access, TokenSessions logins, Topics topics) {
        Settings settings = host.settings();
        Directory directory = host.directory();
        Passwords passwords = host.passwords();
        TokenMetrics metrics = host.metrics().users();
        AuditTrail trail = new AuditTrail(host.audit(), Kind.TOKEN, name(), host.clock());
        AccountHistory history =
                new AccountHistory(directory, user -> access.account(user).map(Account::id), host.clock());
        String clientId = settings.value(UsersSettings.CLIENT_ID);
        SessionIssuance issuance = new SessionIssuance(logins, clientId);
        AuthRoutes auth = new AuthRoutes(
                gate,
                settings,
                access,
                new Registration(directory, issuance::user, trail, history),
                new PasswordSignIn<>(directory, passwords, throttle(host), issuance, trail, history, metrics),
                new Refreshes(
                        access, logins, new RefreshTokens(host.store(), logins), trail, history, metrics, clientId),
                logins,
                trail,
                history,
                passwords,
                host.random());
        SessionRoutes own = new SessionRoutes(gate, settings, logins, trail, history);
        topics.people().addAll(List.of(auth::declare, own::declare));
        topics.operators().add(operators(host, gate, logins, trail, history)::declare);
    }

    private static AdminRoutes operators(
            Host host, Gate<Caller> gate, TokenSessions logins, AuditTrail trail, AccountHistory history) {
        Sessions kept = sessions(host.settings(), host.store(), host.random(), host.clock());
        host.census().listen(new SessionReconciler(kept));
        return new AdminRoutes(
                gate,
                logins,
                new SessionCensus(kept, host.clock()),
                new StatisticsEndpoint(host.census()),
                trail,
                history,
                host.clock());
    }

    private static void profiles(Host host, Gate<Caller> gate, UsersAccess access, Topics topics) {
        Settings settings = host.settings();
        Profiles profiles = Profiles.of(host, UsersSettings.cachePolicy(settings));
        HourlyLimits limits = HourlyLimits.of(host, gate, access);
        SystemRoutes system = new SystemRoutes(
                gate,
                host.store(),
                new Health(
                        "store",
                        new StoreProbe(host.store(), settings.value(StoreSettings.URL)),
                        settings.value(StoreSettings.TIMEOUT),
                        host.clock()),
                DirectoryHealth.of(host.directory(), settings, host.clock()),
                profiles);
        ProfileRoutes people = new ProfileRoutes(gate, limits, profiles);
        // Without a mount of its own, this system's health would stand in the way of the server's.
        Consumer<Routes> health = settings.value(UsersSettings.MOUNT).isEmpty() ? none -> {} : system::declareHealth;
        topics.people().addAll(List.of(people::declare, new LimitRoutes(limits)::declare, health));
        topics.operators().add(system::declare);
    }

    private static LoginThrottle throttle(Host host) {
        AttemptLimiter byAddress = AttemptLimiter.fixedWindows(
                host.store(),
                "users-address",
                WindowLayout.USERS,
                UsersSettings.hourly(host.settings(), UserKeys.Endpoint.LOGIN),
                host.waiting(),
                host.random(),
                host.clock());
        return new LoginThrottle("users", host.settings().value(UsersSettings.LOGIN_ACCOUNT), byAddress);
    }

    private static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SessionLayout.USERS, UsersSettings.sessionPolicy(settings), storage, random, clock);
    }

    /** The sessions of this system and their tokens, for who has no use for its routes. */
    public static TokenSessions logins(
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

    private TokenSessions logins(Host host) {
        return logins(host.settings(), host.store(), () -> keys(host).get(), host.random(), host.clock());
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(SystemSessions.of(logins(host)));
    }

    @Override
    public Optional<SystemTokens> tokens(Host host) {
        return Optional.of(new SystemTokens(
                logins(host).access(),
                UsersSettings.refreshPolicy(host.settings()).accessLife(),
                () -> keys(host),
                Optional.empty()));
    }

    @Override
    public Optional<Duration> accessLife(Settings given) {
        return Optional.of(given.value(UsersSettings.JWT.life()).plus(given.value(UsersSettings.JWT.skew())));
    }

    @Override
    public AccountTermination termination(Host host) {
        TokenSessions logins = logins(host);
        return account -> logins.endAll(account.uuid().toString());
    }

    private IssuerKeys keys(Host host) {
        return host.keys(name(), () -> UsersSettings.keys(host.settings(), host.data(), host.clock()));
    }

    @Override
    public List<String> notices(Settings settings) {
        return ServerMetadata.notice(
                settings.value(UsersSettings.MOUNT),
                settings.value(UsersSettings.JWT.issuer()),
                UsersSettings.JWT.issuer());
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        Map<Setting<?>, String> advice = new LinkedHashMap<>(DirectorySettings.advice(settings));
        advice.putAll(UsersSettings.JWT.advice(
                settings,
                "Sessions of the user API are signed for with a key of this machine alone: before a second server"
                        + " uses the same store, give both the same systems.users.jwt.keyFiles."));
        return advice;
    }
}
