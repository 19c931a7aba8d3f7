package dev.yorozu.server.systems.oidc;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.keyspace.OidcKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sign-in with any provider of OpenID Connect, and the sessions that follow from it, under one mount. */
public final class OidcModule implements HttpModule {
    private static final SessionLayout SESSIONS =
            SessionLayout.inSet(OidcKeys.SESSION, OidcKeys.USER_SESSIONS, Set.of());
    private static final AuthorizationLayout AUTHORIZATIONS =
            new AuthorizationLayout(OidcKeys.AUTHORIZATION, SignInRoutes.PATIENCE, Set.of(SignInRoutes.NONCE));
    private static final WindowLayout RATES = new WindowLayout(
            (window, id) -> OidcKeys.RATE.key(window.policy(), Long.toString(window.number()), id),
            (window, now) -> Expiry.after(Duration.ofSeconds(70)));

    private final Settings settings;
    private final SignInRoutes signIn;
    private final Arrivals arrivals;
    private final SignInProblems problems;
    private final FixedWindow limits;
    private final ClientAddress addresses;

    private OidcModule(
            Settings settings,
            SignInRoutes signIn,
            Arrivals arrivals,
            SignInProblems problems,
            FixedWindow limits,
            ClientAddress addresses) {
        this.problems = problems;
        this.settings = settings;
        this.signIn = signIn;
        this.arrivals = arrivals;
        this.limits = limits;
        this.addresses = addresses;
    }

    /**
     * The system as the settings want it; empty while nobody named a provider.
     *
     * @param outgoing the way to the provider; stays the caller's
     */
    public static Optional<OidcModule> of(
            Settings settings,
            Store store,
            Outgoing outgoing,
            ClientAddress addresses,
            RandomTokens random,
            InstantSource clock) {
        return client(settings, outgoing, clock).map(client -> {
            Storage storage = settings.value(PrivacySettings.STORAGE);
            String mount = settings.value(OidcSettings.MOUNT);
            SignInProblems problems = new SignInProblems(new Pages(), mount);
            OidcSite site = new OidcSite(settings.find(OidcSettings.SITE_ORIGIN), mount);
            Sessions sessions = sessions(settings, store, random, clock);
            AuditLog audit = new AuditLog(store, AuditSettings.policy(settings), random, clock);
            Arrivals arrivals = new Arrivals(site, sessions, audit, addresses, problems, clock);
            SignInRoutes signIn = new SignInRoutes(
                    site,
                    client,
                    new Authorizations(store, AUTHORIZATIONS, storage, random),
                    arrivals,
                    new ReturnTo(mount),
                    problems,
                    random);
            return new OidcModule(
                    settings, signIn, arrivals, problems, new FixedWindow(store, RATES, clock), addresses);
        });
    }

    /** The sessions of this system, whether it is on or not. */
    public static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SESSIONS, OidcSettings.SESSION.policy(settings), storage, random, clock);
    }

    private static Optional<OidcClient> client(Settings settings, Outgoing outgoing, InstantSource clock) {
        boolean named = settings.find(OidcSettings.ISSUER).isPresent();
        if (named != settings.find(OidcSettings.CLIENT_ID).isPresent()) {
            throw new StartException("Sign-in with OpenID Connect needs both systems.oidc.issuer and"
                    + " systems.oidc.clientId: set the other one too, or neither.");
        }
        return settings.find(OidcSettings.ISSUER)
                .map(issuer -> new OidcClient(
                        outgoing,
                        issuer,
                        settings.value(OidcSettings.CLIENT_ID),
                        settings.find(OidcSettings.CLIENT_SECRET).orElse(""),
                        settings.value(OidcSettings.SCOPES),
                        clock));
    }

    /** What the keys of this system call somebody whom the provider calls so. */
    public static List<String> users(Settings settings, String subject) {
        return settings
                .find(OidcSettings.ISSUER)
                .map(issuer -> new Identity(issuer.toString(), subject, Optional.empty()).user())
                .stream()
                .toList();
    }

    @Override
    public String mount() {
        return settings.value(OidcSettings.MOUNT);
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/start", limited("start", OidcSettings.SIGN_IN_RATE, signIn::start));
        routes.get("/callback", limited("callback", OidcSettings.SIGN_IN_RATE, signIn::callback));
        routes.get("/me", limited("me", OidcSettings.ME_RATE, arrivals::me));
        routes.post("/logout", limited("logout", OidcSettings.ME_RATE, arrivals::logout));
    }

    /** While the store cannot count, requests pass: what they ask for needs the store too. */
    private Endpoint limited(String name, Setting<Integer> rate, Endpoint endpoint) {
        WindowPolicy policy = WindowPolicy.perMinute(name, settings.value(rate), FailMode.OPEN);
        return call -> {
            Decision decision = limits.check(policy, addresses.id(call));
            return decision.allowed()
                    ? endpoint.answer(call)
                    : problems.tell(
                            call,
                            Refusals.TOO_MANY.with(
                                    "Retry-After", Long.toString(Math.max(1, decision.retryAfterSeconds()))));
        };
    }
}
