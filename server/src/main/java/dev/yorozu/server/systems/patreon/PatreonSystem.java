package dev.yorozu.server.systems.patreon;

import dev.yorozu.audit.Kind;
import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.lock.Locks;
import dev.yorozu.membership.MembershipParser;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.Quotas;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Patreon;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.supabase.SupabasePatrons;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.server.systems.patreon.pages.PatreonView;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Durability;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The Patreon relay: sessions of one device each, memberships, signed tokens, quotas, crash reports and webhooks. */
public final class PatreonSystem extends HostedSystem {
    private static final Duration KEPT = Duration.ofSeconds(60);
    /** A little longer than Patreon may take, so that of two who renew at once both have the outcome. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    public PatreonSystem() {
        super("patreon", PatreonSettings.MOUNT, PatreonSettings.ENABLED, PatreonSettings.GROUP, PatreonSettings.RATES);
    }

    @Override
    public Optional<Duration> accessLife(Settings given) {
        return Optional.of(PatreonSettings.ACCESS_LIFE.plus(JwtPolicy.GREATEST_SKEW));
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        PatreonSettings.check(settings);
        List<HttpModule> modules = new ArrayList<>(relay(host));
        if (settings.value(PatreonSettings.PAGE)) {
            modules.add(page(settings, List.of()));
        }
        return modules;
    }

    private List<HttpModule> relay(Host host) {
        Settings settings = host.settings();
        Store store = host.store();
        InstantSource clock = host.clock();
        Patrons directory = directory(host);
        ProviderCalls patreon = provider(host);
        MembershipParser parser = new MembershipParser(settings.find(PatreonSettings.CAMPAIGN_ID));
        Memberships memberships = new Memberships(store, patreon, parser, directory, host.random(), clock);
        Quotas quotas = new Quotas(store, directory, host.random(), clock);
        Sessions sessions = sessionsOf(host);
        Cache<Patron> patrons = patrons(host);
        host.metrics().caches().show("memberships", memberships::stats);
        host.metrics().caches().show("authentications", patrons::stats);
        host.metrics().caches().show("quotas", quotas::stats);
        TokenMetrics metrics = host.metrics().patreon();
        AuditTrail trail = new AuditTrail(host.audit(), Kind.TOKEN, name(), clock);
        SessionTermination termination = termination(host, sessions, memberships::forget, patrons);
        Optional<TokenFamilies> tokens =
                settings.find(PatreonSettings.JWT_SECRET).map(secret -> tokens(host, secret, sessions));
        SessionProfiles profiles = new SessionProfiles(directory, clock);
        PatronAuthentication authentication = new PatronAuthentication(
                store, sessions, tokens.map(TokenFamilies::access), patrons, memberships, profiles, termination, clock);
        Gate<Authenticated> gate = gate(host, authentication);
        PatreonRelay relay = new PatreonRelay(settings, patreon);
        PatreonSignIn signIn =
                new PatreonSignIn(relay, memberships, directory, sessions, termination, trail, metrics, clock);
        TokenRefresh refresh = new TokenRefresh(
                authentication, store, tokens, renewals(host, sessions, patreon), termination, trail, metrics);
        PledgeEvents pledges = new PledgeEvents(memberships, directory, sessions, termination, trail);
        RecordedWindow crashes = new RecordedWindow(store, PatreonKeys.CRASH_RATE, clock);
        List<Consumer<Routes>> topics = List.of(
                new SignInRoutes(gate, settings, signIn, relay, memberships)::declare,
                new SessionRoutes(gate, settings, authentication, sessions, termination, trail)::declare,
                new TokenRoutes(gate, settings, refresh)::declare,
                new QuotaRoutes(gate, settings, authentication, quotas)::declare,
                new CrashRoutes(gate, settings, crashes, directory)::declare,
                new WebhookRoutes(gate, settings, parser, pledges, clock)::declare,
                routes -> health(routes, settings, clock));
        PatronTokens presented = new PatronTokens(authentication, tokens, PatreonSettings.jwtPolicy(settings));
        return modules(host, topics, presented, gate);
    }

    private List<HttpModule> modules(Host host, List<Consumer<Routes>> topics, PatronTokens presented, Gate<?> gate) {
        Settings settings = host.settings();
        String mount = settings.value(PatreonSettings.MOUNT);
        return List.of(
                new SystemModule(mount, PatreonErrors.FORM, PatreonSettings.crossOrigin(settings), topics),
                host.tokenEndpoints(this, mount, presented, gate));
    }

    /** Without a mount of its own, this system's health would stand in the way of the server's. */
    private static void health(Routes routes, Settings settings, InstantSource clock) {
        if (!settings.value(PatreonSettings.MOUNT).isEmpty()) {
            String environment = settings.value(PatreonSettings.ENVIRONMENT);
            routes.get("/health", call -> PatreonJson.reply(PatreonJson.health(clock.instant(), environment)));
        }
    }

    private static Gate<Authenticated> gate(Host host, PatronAuthentication authentication) {
        RateLimiter windows = new FixedWindow(host.store(), WindowLayout.PATREON, host.clock(), Durability.DEFERRED);
        return host.gate(new NamedIds(windows), authentication);
    }

    /** Keys of this system do not name the limit, so that ids do. */
    private record NamedIds(RateLimiter windows) implements RateLimiter {
        @Override
        public Decision check(WindowPolicy policy, String id) {
            return windows.check(policy, named(policy, id));
        }

        @Override
        public RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id, long cost) {
            return windows.check(trip, policy, named(policy, id), cost);
        }

        private static String named(WindowPolicy policy, String id) {
            return policy.name() + "-" + id;
        }
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        Consumer<String> memberships = Memberships.forgetting(host.store(), host.random(), host.clock());
        return Optional.of(termination(host, sessionsOf(host), memberships, patrons(host)));
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        return settings.isGiven(PatreonSettings.SUPABASE_URL) || settings.isGiven(DirectorySettings.URL)
                ? Map.of()
                : Map.of(
                        DirectorySettings.URL,
                        "Profiles and usage of patrons are kept on this machine alone: before a second server uses the same"
                                + " store, set directory.url to a PostgreSQL database, or "
                                + PatreonSettings.SUPABASE_URL.name() + ".");
    }

    /**
     * Its page as the settings want it: where nobody can sign in yet, it says what to set.
     *
     * @param beside what else the page shows
     */
    public static MountedPage page(Settings settings, List<Function<PageContext, Content>> beside) {
        String clientId = settings.find(PatreonSettings.CLIENT_ID).orElse("");
        PatreonView view = PatreonView.of(
                Patreon.provider(settings.value(PatreonSettings.API_URL), clientId, ""),
                settings.find(PatreonSettings.REDIRECT_URIS).orElse(List.of()),
                Stream.of(PatreonSettings.CLIENT_ID, PatreonSettings.CLIENT_SECRET, PatreonSettings.REDIRECT_URIS)
                        .filter(setting -> !settings.isGiven(setting))
                        .map(Setting::name)
                        .toList(),
                settings.isGiven(PatreonSettings.JWT_SECRET));
        return new MountedPage(
                settings.value(PatreonSettings.MOUNT),
                "/membership",
                "patreon",
                Map.of("view", view, "beside", beside));
    }

    private static Sessions sessionsOf(Host host) {
        SessionPolicy policy = SessionPolicy.singleDevice(PatreonSettings.SESSION_LIFE);
        return new Sessions(host.store(), SessionLayout.PATREON, policy, host.storage(), host.random(), host.clock());
    }

    private static Cache<Patron> patrons(Host host) {
        return new Cache<>(
                host.store(),
                CacheLayout.AUTHENTICATIONS,
                CachePolicy.of(KEPT),
                Patron.FORMAT,
                host.random(),
                host.clock());
    }

    private static SessionTermination termination(
            Host host, Sessions sessions, Consumer<String> memberships, Cache<Patron> patrons) {
        EndReasons reasons = new EndReasons(host.store(), PatreonKeys.ENDED_SESSION, PatreonSettings.SESSION_LIFE);
        return new SessionTermination(sessions, reasons, memberships, patrons);
    }

    /** Where the relay keeps profiles and usage. Throws a {@code SettingsException} where the settings leave that open. */
    private static Patrons directory(Host host) {
        Settings settings = host.settings();
        return settings.find(PatreonSettings.SUPABASE_URL)
                .<Patrons>map(url -> new SupabasePatrons(
                        host.outgoing(), url, settings.value(PatreonSettings.SUPABASE_SERVICE_KEY), host.clock()))
                .orElseGet(host::patrons);
    }

    private static ProviderCalls provider(Host host) {
        Settings settings = host.settings();
        return new ProviderCalls(
                Patreon.provider(
                        settings.value(PatreonSettings.API_URL),
                        settings.find(PatreonSettings.CLIENT_ID).orElse(""),
                        settings.find(PatreonSettings.CLIENT_SECRET).orElse("")),
                host.outgoing());
    }

    private static TokenFamilies tokens(Host host, String secret, Sessions sessions) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        SigningKeys keys = SigningKeys.of(SigningKey.hs256(bytes));
        return new TokenFamilies(
                host.store(),
                sessions,
                new Jwts(() -> keys, PatreonSettings.jwtPolicy(host.settings()), host.clock()),
                SessionClaims.sealed(sessions, PatreonSettings.USER_CLAIM, bytes, host.random(), host.clock()),
                RefreshPolicy.of(
                        PatreonSettings.ACCESS_LIFE,
                        PatreonSettings.SESSION_LIFE,
                        Duration.ofSeconds(host.settings().value(PatreonSettings.GRACE_SECONDS))),
                host.storage(),
                host.random(),
                host.clock());
    }

    private static Renewals renewals(Host host, Sessions sessions, ProviderCalls patreon) {
        return new Renewals(
                sessions,
                GrantFields.PATREON,
                new Locks(host.store(), host.random()),
                patreon,
                new RenewalPolicy(PatreonKeys.RENEWAL, TIMEOUT),
                host.clock());
    }
}
