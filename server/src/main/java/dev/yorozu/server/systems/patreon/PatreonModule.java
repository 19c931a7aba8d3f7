package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.net.AllowedOrigins;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The Patreon relay under one mount: sessions of one device each, memberships, signed tokens, quotas, crash reports and
 * webhooks.
 */
public final class PatreonModule implements HttpModule {
    /** The name of the system among those that users are signed in to. */
    public static final String SYSTEM = "patreon";

    private final Settings settings;
    private final String mount;
    private final InstantSource clock;
    private final CrossOrigin crossOrigin;
    private final Limits limits;
    private final SignInRoutes signIn;
    private final SessionRoutes session;
    private final TokenRoutes tokens;
    private final QuotaRoute quota;
    private final CrashRoute crashes;
    private final WebhookRoute webhook;

    private PatreonModule(Settings settings, PatreonParts parts) {
        this.settings = settings;
        this.mount = settings.value(PatreonSettings.MOUNT);
        this.clock = parts.clock();
        this.crossOrigin = new CrossOrigin(
                settings.find(PatreonSettings.ALLOWED_ORIGINS).orElse(AllowedOrigins.NONE),
                List.of("GET", "POST", "OPTIONS"),
                List.of("Content-Type", "Authorization", "X-API-Key"),
                Duration.ofDays(1));
        Assembly assembly = new Assembly(settings, parts);
        this.limits = assembly.limits();
        this.signIn = assembly.signIn();
        this.session = assembly.session();
        this.tokens = assembly.tokens();
        this.quota = assembly.quota();
        this.crashes = assembly.crashes();
        this.webhook = assembly.webhook();
    }

    /** The system as the settings want it; throws a {@code SettingsException} where they contradict each other. */
    public static PatreonModule of(Settings settings, PatreonParts parts) {
        PatreonSettings.check(settings);
        return new PatreonModule(settings, parts);
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return PatreonErrors.FORM;
    }

    @Override
    public CrossOrigin crossOrigin() {
        return crossOrigin;
    }

    @Override
    public void routes(Routes routes) {
        for (String path : List.of("/api/patreon/exchange", "/api/auth/callback")) {
            routes.post(path, limits.byAddress(PatreonRates.SIGN_IN, "exchange", open(signIn::exchange)));
        }
        routes.post("/oauth/token", limits.byAddress(PatreonRates.SIGN_IN, "oauth", open(signIn::token)));
        routes.post("/oauth/refresh", limits.byAddress(PatreonRates.SIGN_IN, "oauth", open(signIn::refresh)));
        routes.get("/api/membership", limits.byAddress(PatreonRates.SIGN_IN, "oauth", open(signIn::membership)));
        routes.post("/api/session/validate", open(session::validate));
        routes.withErrors(PatreonErrors.LICENSE_FORM).get("/api/patreon/license-status", open(session::license));
        routes.post("/api/patreon/revoke", open(session::revoke));
        routes.post("/api/auth/logout", open(session::revoke));
        routes.post("/api/patreon/revoke-all", open(session::revokeAll));
        routes.post("/api/auth/token", open(tokens::token));
        routes.post("/api/auth/refresh", limits.byAddress(PatreonRates.REFRESH, "refresh", open(tokens::refresh)));
        routes.withErrors(PatreonErrors.QUOTA_FORM).get("/api/quota/status", open(quota::status));
        routes.post("/api/crash-report", open(crashes::report));
        routes.post("/webhook", limits.byAddress(PatreonRates.WEBHOOK, "webhook", open(webhook::happened)));
        if (!mount.isEmpty()) {
            // Without a mount of its own, this system's health would stand in the way of the server's.
            routes.get("/health", call -> health());
        }
    }

    private Reply health() {
        return Reply.json(
                        200,
                        new PatreonJson.Health(
                                "ok",
                                clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
                                settings.value(PatreonSettings.ENVIRONMENT)))
                .unkept();
    }

    /** Keys that hold something else than this system keeps there are a fault of the store to whoever calls. */
    private static Endpoint open(Endpoint endpoint) {
        return call -> {
            try {
                return endpoint.answer(call);
            } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.LimitExceeded garbage) {
                throw new StoreException.Unavailable("A key of the Patreon relay holds what it should not", garbage);
            }
        };
    }
}
