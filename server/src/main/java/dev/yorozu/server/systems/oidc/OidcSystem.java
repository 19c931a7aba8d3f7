package dev.yorozu.server.systems.oidc;

import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.OidcKeys;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.access.browser.BrowserAccess;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.oauth.OAuthErrors;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.provider.ProviderLogouts;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Sign-in with any provider of OpenID Connect, and the sessions that follow from it. */
public final class OidcSystem extends HostedSystem {
    private static final String SID = "oidc_sid";
    private static final SessionLayout SESSIONS =
            SessionLayout.inSet(OidcKeys.SESSION, OidcKeys.USER_SESSIONS, Set.of());
    private static final AuthorizationLayout AUTHORIZATIONS =
            new AuthorizationLayout(OidcKeys.AUTHORIZATION, SignInRoutes.TIMEOUT, Set.of(SignInRoutes.NONCE));
    private static final WindowLayout RATES = new WindowLayout(
            (window, id) -> OidcKeys.RATE.key(window.policy(), Long.toString(window.number()), id),
            (window, now) -> Expiry.after(Duration.ofSeconds(70)));

    public OidcSystem() {
        super("oidc", OidcSettings.MOUNT, OidcSystem::isNamed, OidcSettings.GROUP);
    }

    private static boolean isNamed(Settings settings) {
        return settings.find(OidcSettings.ISSUER).isPresent()
                || settings.find(OidcSettings.CLIENT_ID).isPresent();
    }

    @Override
    public List<HttpModule> modules(Host host) {
        return client(host).map(client -> module(host, client)).stream().toList();
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(SystemSessions.of(
                sessions(host.settings(), host.store(), host.random(), host.clock()),
                subject -> users(host.settings(), subject)));
    }

    /** The sessions of this system, whether it is on or not. */
    public static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SESSIONS, OidcSettings.SESSION.policy(settings), storage, random, clock);
    }

    /** What the keys of this system call somebody whom the provider calls so. */
    public static List<String> users(Settings settings, String subject) {
        return settings.find(OidcSettings.ISSUER).map(issuer -> Identity.keyPart(issuer.toString(), subject)).stream()
                .toList();
    }

    /** Empty while nobody named a provider. */
    private static Optional<OidcClient> client(Host host) {
        Settings settings = host.settings();
        boolean named = settings.find(OidcSettings.ISSUER).isPresent();
        if (named != settings.find(OidcSettings.CLIENT_ID).isPresent()) {
            throw new StartException("Sign-in with OpenID Connect needs both systems.oidc.issuer and"
                    + " systems.oidc.clientId: set the other one too, or neither.");
        }
        return settings.find(OidcSettings.ISSUER)
                .map(issuer -> new OidcClient(
                        host.outgoing(),
                        issuer,
                        settings.value(OidcSettings.CLIENT_ID),
                        settings.find(OidcSettings.CLIENT_SECRET).orElse(""),
                        settings.value(OidcSettings.SCOPES),
                        host.clock()));
    }

    private HttpModule module(Host host, OidcClient client) {
        Settings settings = host.settings();
        String mount = settings.value(OidcSettings.MOUNT);
        OidcErrors errors = new OidcErrors(new Pages(), mount);
        OidcSite site = new OidcSite(settings.find(OidcSettings.SITE_ORIGIN), mount);
        Sessions sessions = sessions(settings, host.store(), host.random(), host.clock());
        Function<Call, String> cookie = call -> site.boundToHost(call, SID);
        Gate<Optional<Session>> gate = host.gate(
                new FixedWindow(host.store(), RATES, host.clock(), Durability.DEFERRED),
                new BrowserAccess(sessions, cookie, OidcErrors.TOO_MANY));
        AuditTrail audit = new AuditTrail(host.audit(), Kind.SESSION, name(), host.clock());
        BrowserSessions browsers =
                new BrowserSessions(sessions, Optional.empty(), site, cookie, gate::client, audit, host.clock());
        ProviderLogouts logouts =
                new ProviderLogouts(host.store(), sessions, settings.value(OidcSettings.SESSION.absoluteLife()));
        ReturnTo returnTo = new ReturnTo(mount);
        SignInRoutes signIn = new SignInRoutes(
                site,
                client,
                new Authorizations(host.store(), AUTHORIZATIONS, host.storage(), host.random()),
                sessions,
                logouts,
                browsers,
                returnTo,
                errors,
                host.random());
        ProviderSignOut provider = new ProviderSignOut(
                site, client, returnTo, host.random(), settings.value(OidcSettings.PROVIDER_LOGOUT));
        SessionRoutes session = new SessionRoutes(site, browsers, sessions, provider);
        BackChannelRoutes backChannel = new BackChannelRoutes(client, logouts, audit, gate::client);
        Limits limits = new Limits(settings, gate, errors);
        return new SystemModule(
                mount,
                ErrorForm.STANDARD,
                List.of(
                        routes -> limits.declare(routes, signIn, session),
                        routes -> limits.declare(routes, provider, backChannel)));
    }

    /** How often each route may be asked. */
    private record Limits(Settings settings, Gate<Optional<Session>> gate, OidcErrors errors) {
        void declare(Routes routes, SignInRoutes signIn, SessionRoutes session) {
            routes.get("/start", limited("start", OidcSettings.SIGN_IN_RATE, signIn::start))
                    .get("/callback", limited("callback", OidcSettings.SIGN_IN_RATE, signIn::callback))
                    .get("/me", limited("me", OidcSettings.ME_RATE, session::me))
                    .post("/logout", limited("logout", OidcSettings.ME_RATE, session::logout));
        }

        void declare(Routes routes, ProviderSignOut provider, BackChannelRoutes backChannel) {
            routes.get("/signed-out", limited("signed-out", OidcSettings.ME_RATE, provider::back));
            routes.withErrors(OAuthErrors.FORM)
                    .post(
                            "/backchannel-logout",
                            limited("back-channel", OidcSettings.BACK_CHANNEL_RATE, backChannel::logout));
        }

        /** While the store cannot count, requests pass: what they ask for needs the store too. */
        Endpoint limited(String name, Setting<Integer> rate, Endpoint endpoint) {
            Check check = gate.rate(WindowPolicy.perMinute(name, settings.value(rate), FailMode.OPEN));
            return gate.open(call -> {
                Optional<Problem> refusal = check.refusal(call);
                return refusal.isPresent() ? errors.tell(call, refusal.get()) : endpoint.answer(call);
            });
        }
    }
}
