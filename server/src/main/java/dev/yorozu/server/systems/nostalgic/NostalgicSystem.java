package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.NostalgicMetrics;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.pages.widgets.ComponentsModule;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.nostalgic.events.WebhookEvents;
import dev.yorozu.server.systems.nostalgic.events.WebhookKeys;
import dev.yorozu.server.systems.nostalgic.pages.NostalgicPages;
import dev.yorozu.server.systems.nostalgic.pages.Showcase;
import dev.yorozu.server.systems.nostalgic.pages.Site;
import dev.yorozu.server.systems.nostalgic.view.Renderings;
import dev.yorozu.server.webhook.Network;
import dev.yorozu.server.webhook.WebhookSettings;
import dev.yorozu.server.webhook.Webhooks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Counters, likes, rankings and boards for pages of every origin, with their widgets and pages. */
public final class NostalgicSystem extends HostedSystem {
    static final String NAME = "nostalgic";

    /** Wrong tokens an hour, of one address, and at one service before strangers have to wait for each other. */
    private static final int WRONG_TOKENS_OF_ADDRESS = 10;

    private static final int WRONG_TOKENS_AT_SERVICE = 20;

    public NostalgicSystem() {
        super(NAME, NostalgicSettings.MOUNT, NostalgicSettings.ENABLED, NostalgicSettings.GROUP, WebhookSettings.GROUP);
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        String mount = settings.value(NostalgicSettings.MOUNT);
        byte[] secret = NostalgicSettings.secret(settings, host.data(), host.random());
        WebhookKeys keys = new WebhookKeys(secret);
        NostalgicServices services = NostalgicServices.of(
                settings,
                host.store(),
                host.passwords(NostalgicServices.SHORTEST_TOKEN),
                secret,
                events(host, keys),
                host.random(),
                host.clock());
        host.changes().whenMade(services.counters()::changed);
        Gate<Void> gate = host.gate(host.rates(), NostalgicErrors.ACCESS);
        return List.of(
                new Module(mount, gate, actions(host, gate, services, keys)),
                new ComponentsModule(mount),
                new NostalgicPages(
                        new Site(
                                mount,
                                settings.value(NostalgicSettings.LOOPBACK_PAGES),
                                settings.value(NostalgicSettings.ZONE)),
                        new Showcase(services.all())));
    }

    @Override
    public List<HttpModule> operatorModules(Host host, LocalOperator operator, AdminGate gate) {
        return List.of(new CleanupRoutes(
                host.settings().value(NostalgicSettings.MOUNT), host.store(), operator.services(), gate));
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        return settings.isGiven(NostalgicSettings.SECRET)
                ? Map.of()
                : Map.of(
                        NostalgicSettings.SECRET,
                        "Visitors are told apart with a secret of this machine alone: before a second server uses the same"
                                + " store, give both the same " + NostalgicSettings.SECRET.name() + ".");
    }

    /** Tells owners what happens to their services, where webhooks are sent at all. */
    private static Events events(Host host, WebhookKeys keys) {
        if (!host.settings().value(WebhookSettings.ENABLED)) {
            return Events.NONE;
        }
        Webhooks webhooks = new Webhooks(
                WebhookSettings.policy(host.settings()),
                host.clock(),
                host.metrics().webhooks(),
                Network.standard());
        host.onClose(webhooks::close);
        return new WebhookEvents(webhooks, keys);
    }

    /** What can be done with each kind of services, by the path that it answers at. */
    private static Map<String, ServiceActions<?>> actions(
            Host host, Gate<Void> gate, NostalgicServices services, WebhookKeys keys) {
        Settings settings = host.settings();
        NostalgicMetrics metrics = host.metrics().nostalgic();
        ServiceOwners owners = new ServiceOwners(
                gate.rate(NostalgicSettings.policy(settings, NostalgicSettings.OWNER_RATE, "owner")),
                throttle(host),
                new CreationQuota(attempts(
                        host,
                        new WindowPolicy(
                                "nostalgic-services",
                                settings.value(NostalgicSettings.ADDRESS_SERVICES),
                                Duration.ofDays(1),
                                FailMode.CLOSED))),
                keys,
                WebhookSettings.policy(settings),
                settings.value(NostalgicSettings.LOOPBACK_PAGES),
                metrics);
        BatchActions batches = new BatchActions(
                gate.rate(NostalgicSettings.policy(settings, NostalgicSettings.BATCH_RATE, "batch")), owners);
        VisitLimiter limiter = new VisitLimiter(
                settings,
                gate.rate(NostalgicSettings.policy(settings, NostalgicSettings.WRITE_RATE, "write")),
                metrics,
                host.clock());
        Renderings renderings = new Renderings();
        return Map.of(
                Module.COUNTER,
                new CounterActions(services.counters(), owners, batches, limiter, metrics),
                "/like",
                new LikeActions(services.likes(), owners, batches, limiter),
                "/ranking",
                new RankingActions(services.rankings(), owners, limiter, renderings),
                "/bbs",
                new BoardActions(services.boards(), owners, limiter, renderings));
    }

    private static LoginThrottle throttle(Host host) {
        return new LoginThrottle(
                NAME,
                WRONG_TOKENS_AT_SERVICE,
                attempts(host, WindowPolicy.perHour("nostalgic-address", WRONG_TOKENS_OF_ADDRESS, FailMode.CLOSED)));
    }

    private static AttemptLimiter attempts(Host host, WindowPolicy policy) {
        return AttemptLimiter.sliding(host.store(), policy, host.waiting(), host.random(), host.clock());
    }

    /**
     * The interface under one mount, for pages of every origin.
     *
     * <p>Each kind answers at one path, with and without {@code /api} before it, by GET and by POST. The two were paths of
     * different generations of the platform, which answered alike but for the order of a board's messages. The counter also
     * answers at the two paths that it had at first.
     */
    private record Module(String mount, Gate<Void> gate, Map<String, ServiceActions<?>> actions) implements HttpModule {
        private static final String API = "/api";
        private static final String COUNTER = "/visit";

        @Override
        public ErrorForm errors() {
            return NostalgicErrors.FORM;
        }

        @Override
        public Map<String, String> headers() {
            return Map.of(
                    "Access-Control-Allow-Origin", "*",
                    "Access-Control-Expose-Headers", "Retry-After",
                    "Cross-Origin-Resource-Policy", "cross-origin");
        }

        /** Beside it, others answer under the same mount. */
        @Override
        public List<String> paths() {
            return Stream.concat(Stream.of(API), actions.keySet().stream())
                    .map(path -> mount + path)
                    .toList();
        }

        @Override
        public void routes(Routes routes) {
            actions.forEach((path, kind) -> {
                answer(routes, path, kind.later(), Optional.empty());
                answer(routes, API + path, kind.all(), Optional.empty());
                if (path.equals(COUNTER)) {
                    answer(routes, API + "/counter", kind.all(), Optional.of("display"));
                    answer(routes, API + "/count", kind.all(), Optional.of("increment"));
                }
            });
        }

        private void answer(
                Routes routes, String path, Map<String, ServiceActions.Action> named, Optional<String> usual) {
            new ActionRoutes(gate, named, usual).declare(routes, path);
        }
    }
}
