package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.webhook.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counters, likes, rankings and boards under one mount, for pages of every origin.
 *
 * <p>Each kind answers at one path, with and without {@code /api} before it, by GET and by POST. The two were paths of
 * different generations of the platform, which answered alike but for the order of a board's messages. The counter also
 * answers at the two paths that it had at first.
 */
public final class NostalgicModule implements HttpModule {
    private static final String API = "/api";
    private static final String COUNTER = "/visit";
    private static final String BOARD = "/bbs";

    /** Wrong tokens an hour, of one address, and at one service before strangers have to wait for each other. */
    private static final int WRONG_TOKENS_OF_ADDRESS = 10;

    private static final int WRONG_TOKENS_AT_SERVICE = 20;

    private static final Map<String, String> OPEN_TO_ALL = Map.of(
            "Access-Control-Allow-Origin", "*",
            "Access-Control-Expose-Headers", "Retry-After",
            "Cross-Origin-Resource-Policy", "cross-origin");

    private final String mount;
    private final ClientAddress addresses;
    private final Nostalgia services;
    private final Map<String, Map<String, Action>> actions;
    private final Map<String, Map<String, Action>> later;

    /** @param later what a path answers otherwise without {@code /api} */
    private NostalgicModule(
            String mount,
            ClientAddress addresses,
            Nostalgia services,
            Map<String, Map<String, Action>> actions,
            Map<String, Map<String, Action>> later) {
        this.mount = mount;
        this.addresses = addresses;
        this.services = services;
        this.actions = actions;
        this.later = later;
    }

    /** The system as the settings want it. */
    public static NostalgicModule of(Settings settings, NostalgicParts parts) {
        SigningKeys keys = new SigningKeys(parts.secret());
        Events events = parts.webhooks()
                .<Events>map(webhooks -> new WebhookEvents(webhooks, keys))
                .orElse(Events.NONE);
        Nostalgia services = Nostalgia.of(
                settings, parts.store(), parts.passwords(), parts.secret(), events, parts.random(), parts.clock());
        Gcra rates = new Gcra(parts.store(), parts.clock());
        Crowds crowds = new Crowds(settings.value(NostalgicSettings.VISIT_RATE), parts.clock());
        Owners owners = owners(settings, rates, keys, parts);
        CreationQuota quota = quota(settings, parts);
        Batches batches = new Batches(
                rates, NostalgicSettings.policy(settings, NostalgicSettings.BATCH_RATE, "batch"), owners, quota);
        Cooldowns cooldowns = cooldowns(settings, rates, parts);
        BoardActions boards = new BoardActions(services.boards(), owners, cooldowns, quota);
        return new NostalgicModule(
                settings.value(NostalgicSettings.MOUNT),
                parts.addresses(),
                services,
                Map.of(
                        COUNTER,
                        new CounterTally(services.counters(), crowds, parts.metrics()).actions(owners, batches, quota),
                        "/like",
                        new LikeTally(services.likes(), crowds, cooldowns).actions(owners, batches, quota),
                        "/ranking",
                        new RankingActions(services.rankings(), owners, cooldowns, quota).all(),
                        BOARD,
                        boards.all()),
                Map.of(BOARD, boards.later()));
    }

    private static CreationQuota quota(Settings settings, NostalgicParts parts) {
        WindowPolicy policy = new WindowPolicy(
                "nostalgic-services",
                settings.value(NostalgicSettings.ADDRESS_SERVICES),
                Duration.ofDays(1),
                FailMode.CLOSED);
        return new CreationQuota(
                AttemptLimiter.sliding(parts.store(), policy, parts.waiting(), parts.random(), parts.clock()));
    }

    private static Owners owners(Settings settings, Gcra rates, SigningKeys keys, NostalgicParts parts) {
        return new Owners(
                rates,
                NostalgicSettings.policy(settings, NostalgicSettings.OWNER_RATE, "owner"),
                throttle(parts),
                keys,
                WebhookSettings.policy(settings),
                settings.value(NostalgicSettings.LOOPBACK_PAGES),
                parts.metrics());
    }

    private static Cooldowns cooldowns(Settings settings, Gcra rates, NostalgicParts parts) {
        return new Cooldowns(
                rates,
                NostalgicSettings.policy(settings, NostalgicSettings.WRITE_RATE, "write"),
                settings.value(NostalgicSettings.SUBMIT_COOLDOWN),
                settings.value(NostalgicSettings.POST_COOLDOWN),
                settings.value(NostalgicSettings.LEGACY_COOLDOWN_STATUS),
                parts.metrics());
    }

    private static LoginThrottle throttle(NostalgicParts parts) {
        WindowPolicy byAddress = WindowPolicy.perHour("nostalgic-address", WRONG_TOKENS_OF_ADDRESS, FailMode.CLOSED);
        return new LoginThrottle(
                "nostalgic",
                WRONG_TOKENS_AT_SERVICE,
                AttemptLimiter.sliding(parts.store(), byAddress, parts.waiting(), parts.random(), parts.clock()));
    }

    /** The services of every kind. */
    public Nostalgia services() {
        return services;
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return Refusals.FORM;
    }

    @Override
    public Map<String, String> headers() {
        return OPEN_TO_ALL;
    }

    /** Beside it, others answer under the same mount. */
    @Override
    public List<String> grounds() {
        return Stream.concat(Stream.of(API), actions.keySet().stream())
                .map(path -> mount + path)
                .toList();
    }

    @Override
    public void routes(Routes routes) {
        actions.forEach((name, all) -> {
            Endpoint desk = new Desk(all, Optional.empty(), addresses);
            answer(routes, name, new Desk(later.getOrDefault(name, all), Optional.empty(), addresses));
            answer(routes, API + name, desk);
            if (name.equals(COUNTER)) {
                answer(routes, API + "/counter", new Desk(all, Optional.of("display"), addresses));
                answer(routes, API + "/count", new Desk(all, Optional.of("increment"), addresses));
            }
        });
    }

    private static void answer(Routes routes, String path, Endpoint desk) {
        routes.get(path, desk).post(path, desk).on("OPTIONS", path, call -> preflight());
    }

    /** What browsers ask before a page of another origin may send JSON. */
    private static Reply preflight() {
        return Reply.empty(204)
                .with("Allow", "GET, HEAD, OPTIONS, POST")
                .with("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
                .with("Access-Control-Allow-Headers", "Content-Type, Authorization")
                .with("Access-Control-Max-Age", "86400");
    }
}
