package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowLayout;
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
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.net.AllowedOrigins;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.supabase.SupabasePatrons;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.patreon.pages.PatreonView;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The Patreon relay: sessions of one device each, memberships, signed tokens, quotas, crash reports and webhooks. */
public final class PatreonSystem implements HostedSystem {
    static final String NAME = "patreon";

    private static final Duration KEPT = Duration.ofSeconds(60);
    /** A little longer than Patreon may take, so that of two who renew at once both have the outcome. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(PatreonSettings.GROUP, PatreonSettings.RATES);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.value(PatreonSettings.ENABLED);
    }

    @Override
    public Setting<String> mount() {
        return PatreonSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        PatreonSettings.check(host.settings());
        Module relay = new Module(host);
        return host.settings().value(PatreonSettings.PAGE)
                ? List.of(relay, page(host.settings(), List.of()))
                : List.of(relay);
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
                settings.value(PatreonSettings.MOUNT), "/membership", NAME, Map.of("view", view, "beside", beside));
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
                new RenewalPolicy(PatreonKeys.RENEWAL, PATIENCE),
                host.clock());
    }

    /** All routes under the mount. */
    private static final class Module implements HttpModule {
        private final Settings settings;
        private final InstantSource clock;
        private final Limits limits;
        private final SignInRoutes signIn;
        private final SessionRoutes session;
        private final TokenRoutes tokens;
        private final QuotaRoutes quota;
        private final CrashRoutes crashes;
        private final WebhookRoutes webhook;

        Module(Host host) {
            this.settings = host.settings();
            this.clock = host.clock();
            Store store = host.store();
            Patrons directory = directory(host);
            ProviderCalls patreon = provider(host);
            MembershipParser parser = new MembershipParser(settings.find(PatreonSettings.CAMPAIGN_ID));
            Memberships memberships = new Memberships(store, patreon, parser, directory, host.random(), clock);
            Sessions sessions = sessionsOf(host);
            Cache<Patron> patrons = patrons(host);
            SessionTermination termination = termination(host, sessions, memberships::forget, patrons);
            Optional<TokenFamilies> families =
                    settings.find(PatreonSettings.JWT_SECRET).map(secret -> tokens(host, secret, sessions));
            PatronAuthentication authentication = new PatronAuthentication(
                    store,
                    sessions,
                    families.map(TokenFamilies::access),
                    patrons,
                    memberships,
                    new SessionProfiles(directory, clock),
                    termination,
                    clock);
            Quotas quotas = new Quotas(store, directory, host.random(), clock);
            host.metrics().caches().show("memberships", memberships::stats);
            host.metrics().caches().show("authentications", patrons::stats);
            host.metrics().caches().show("quotas", quotas::stats);
            TokenMetrics metrics = host.metrics().patreon();
            Clients clients = new Clients(host.addresses(), host.storage());
            PatreonTrail trail = new PatreonTrail(host.audit(), clock);
            this.limits = new Limits(
                    settings,
                    new FixedWindow(store, WindowLayout.PATREON, clock),
                    new RecordedWindow(store, PatreonKeys.CRASH_RATE, clock),
                    clients);
            PatreonRelay relay = new PatreonRelay(settings, patreon);
            this.signIn = new SignInRoutes(
                    new PatreonSignIn(relay, memberships, directory, sessions, termination, trail, metrics, clock),
                    relay,
                    memberships,
                    clients);
            this.session = new SessionRoutes(authentication, sessions, termination, trail, limits, clients);
            this.tokens = new TokenRoutes(
                    new TokenRefresh(
                            authentication,
                            store,
                            families,
                            renewals(host, sessions, patreon),
                            termination,
                            limits,
                            trail,
                            metrics),
                    clients);
            this.quota = new QuotaRoutes(store, authentication, quotas, limits);
            this.crashes = new CrashRoutes(directory, limits, clients);
            this.webhook = new WebhookRoutes(
                    settings,
                    parser,
                    new PledgeEvents(memberships, directory, sessions, termination, trail),
                    clients,
                    clock);
        }

        @Override
        public String mount() {
            return settings.value(PatreonSettings.MOUNT);
        }

        @Override
        public ErrorForm errors() {
            return PatreonErrors.FORM;
        }

        @Override
        public CrossOrigin crossOrigin() {
            return new CrossOrigin(
                    settings.find(PatreonSettings.ALLOWED_ORIGINS).orElse(AllowedOrigins.NONE),
                    List.of("GET", "POST", "OPTIONS"),
                    List.of("Content-Type", "Authorization", "X-API-Key"),
                    Duration.ofDays(1));
        }

        @Override
        public void routes(Routes routes) {
            Endpoint exchange = limits.byAddress(PatreonSettings.SIGN_IN_RATE, "exchange", open(signIn::exchange));
            routes.post("/api/patreon/exchange", exchange).post("/api/auth/callback", exchange);
            routes.post("/oauth/token", limits.byAddress(PatreonSettings.SIGN_IN_RATE, "oauth", open(signIn::token)));
            routes.post(
                    "/oauth/refresh", limits.byAddress(PatreonSettings.SIGN_IN_RATE, "oauth", open(signIn::refresh)));
            routes.get(
                    "/api/membership",
                    limits.byAddress(PatreonSettings.SIGN_IN_RATE, "oauth", open(signIn::membership)));
            routes.post("/api/session/validate", open(session::validate));
            routes.withErrors(PatreonErrors.LICENSE_FORM).get("/api/patreon/license-status", open(session::license));
            routes.post("/api/patreon/revoke", open(session::revoke));
            routes.post("/api/auth/logout", open(session::revoke));
            routes.post("/api/patreon/revoke-all", open(session::revokeAll));
            routes.post("/api/auth/token", open(tokens::token));
            routes.post(
                    "/api/auth/refresh",
                    limits.byAddress(PatreonSettings.REFRESH_RATE, "refresh", open(tokens::refresh)));
            routes.withErrors(PatreonErrors.QUOTA_FORM).get("/api/quota/status", open(quota::status));
            routes.post("/api/crash-report", open(crashes::report));
            routes.post("/webhook", limits.byAddress(PatreonSettings.WEBHOOK_RATE, "webhook", open(webhook::happened)));
            if (!mount().isEmpty()) {
                // Without a mount of its own, this system's health would stand in the way of the server's.
                routes.get("/health", call -> health());
            }
        }

        private Reply health() {
            return Reply.json(
                            200,
                            new PatreonJson.Health(
                                    "ok",
                                    clock.instant()
                                            .truncatedTo(ChronoUnit.MILLIS)
                                            .toString(),
                                    settings.value(PatreonSettings.ENVIRONMENT)))
                    .unkept();
        }

        /** Keys that hold something else than this system keeps there are a fault of the store to whoever calls. */
        private static Endpoint open(Endpoint endpoint) {
            return call -> {
                try {
                    return endpoint.answer(call);
                } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.LimitExceeded garbage) {
                    throw new StoreException.Unavailable(
                            "A key of the Patreon relay holds what it should not", garbage);
                }
            };
        }
    }
}
