package dev.yorozu.server.systems;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.membership.Patrons;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.AddressSalt;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.admin.SystemSessions;
import dev.yorozu.server.admin.accounts.AccountDesk;
import dev.yorozu.server.admin.accounts.DirectoryAccounts;
import dev.yorozu.server.census.Census;
import dev.yorozu.server.census.StatisticsEndpoint;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.pages.widgets.ComponentsModule;
import dev.yorozu.server.pages.widgets.Widgets;
import dev.yorozu.server.supabase.SupabasePatrons;
import dev.yorozu.server.systems.discord.DiscordModule;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.nostalgic.Nostalgia;
import dev.yorozu.server.systems.nostalgic.NostalgicModule;
import dev.yorozu.server.systems.nostalgic.NostalgicParts;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.server.systems.nostalgic.pages.NostalgicPages;
import dev.yorozu.server.systems.oidc.OidcModule;
import dev.yorozu.server.systems.patreon.PatreonModule;
import dev.yorozu.server.systems.patreon.PatreonParts;
import dev.yorozu.server.systems.patreon.PatreonSessions;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import dev.yorozu.server.systems.patreon.pages.PatreonPage;
import dev.yorozu.server.systems.tokens.TokenParts;
import dev.yorozu.server.systems.tokens.TokensModule;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.tokens.account.DevicesPage;
import dev.yorozu.server.systems.users.UsersModule;
import dev.yorozu.server.systems.users.UsersParts;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.server.systems.users.pages.UsersPage;
import dev.yorozu.server.webhook.Network;
import dev.yorozu.server.webhook.WebhookSettings;
import dev.yorozu.server.webhook.Webhooks;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.logging.Logger;

/**
 * The systems that the settings turn on, and the way out to others that they share. To be closed after the server, and
 * before what the tokens stand on.
 */
public final class Systems implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(Systems.class.getName());

    private final HttpOutgoing outgoing;
    private final Optional<Webhooks> webhooks;
    private final List<HttpModule> modules;

    private Systems(HttpOutgoing outgoing, Optional<Webhooks> webhooks, List<HttpModule> modules) {
        this.outgoing = outgoing;
        this.webhooks = webhooks;
        this.modules = List.copyOf(modules);
    }

    /**
     * Makes the systems; throws a {@code StartException} or {@code SettingsException} with one sentence when they cannot
     * work as they are set.
     *
     * @param tokens stays the caller's
     * @param census not started yet; stays the caller's
     * @param data a directory that exists and is writable
     */
    public static Systems of(
            Settings settings,
            Store store,
            TokenBacking tokens,
            Census census,
            Metrics metrics,
            Path data,
            RandomTokens random,
            InstantSource clock) {
        Mounts.requireApart(settings);
        SeveralServers.advice(settings).forEach(LOGGER::warning);
        ClientAddress addresses = addresses(settings, data, random);
        HttpOutgoing outgoing = new HttpOutgoing();
        BoundedWaits waiting = BoundedWaits.real();
        List<HttpModule> modules = new ArrayList<>();
        if (settings.value(DiscordSettings.ENABLED)) {
            DiscordModule discord = DiscordModule.of(settings, store, outgoing, addresses, random, clock);
            modules.add(discord);
            discord.receivePage().ifPresent(modules::add);
        }
        OidcModule.of(settings, store, outgoing, addresses, random, clock).ifPresent(modules::add);
        if (settings.value(TokensSettings.ENABLED)) {
            TokenParts parts = new TokenParts(
                    store,
                    tokens.openDirectory(),
                    PasswordSettings.passwords(settings),
                    tokens.tokenKeys(),
                    addresses,
                    metrics.tokens(),
                    tokens.userTermination(),
                    random,
                    waiting,
                    clock);
            modules.addAll(tokens(settings, parts));
        }
        if (settings.value(UsersSettings.ENABLED)) {
            UsersParts parts = new UsersParts(
                    store,
                    tokens.openDirectory(),
                    PasswordSettings.passwords(settings),
                    tokens.userKeys(),
                    addresses,
                    metrics,
                    new StatisticsEndpoint(census),
                    random,
                    waiting,
                    clock);
            modules.addAll(users(settings, parts, census));
        }
        if (settings.value(PatreonSettings.ENABLED)) {
            Patrons patrons = patrons(settings, tokens, outgoing, clock);
            PatreonParts parts = new PatreonParts(store, patrons, outgoing, addresses, metrics, random, clock);
            modules.addAll(patreon(settings, parts));
        }
        Optional<Webhooks> webhooks = webhooks(settings, metrics, clock);
        if (settings.value(NostalgicSettings.ENABLED)) {
            NostalgicParts parts = new NostalgicParts(
                    store,
                    PasswordSettings.passwords(settings, Nostalgia.SHORTEST_TOKEN),
                    NostalgicSettings.secret(settings, data, random),
                    webhooks,
                    addresses,
                    metrics.nostalgic(),
                    random,
                    waiting,
                    clock);
            modules.addAll(nostalgic(settings, parts));
        }
        return new Systems(outgoing, webhooks, modules);
    }

    /** The token store, with its page. */
    private static List<HttpModule> tokens(Settings settings, TokenParts parts) {
        TokensModule tokens = TokensModule.of(settings, parts);
        return settings.value(TokensSettings.PAGE)
                ? List.of(tokens, DevicesPage.at(settings.value(TokensSettings.MOUNT)))
                : List.of(tokens);
    }

    /** The Patreon relay, with its page. */
    private static List<HttpModule> patreon(Settings settings, PatreonParts parts) {
        PatreonModule patreon = PatreonModule.of(settings, parts);
        return settings.value(PatreonSettings.PAGE) ? List.of(patreon, PatreonPage.of(settings)) : List.of(patreon);
    }

    /** The user API, with its page. */
    private static List<HttpModule> users(Settings settings, UsersParts parts, Census census) {
        UsersModule users = UsersModule.of(settings, parts);
        census.listen(users.adoption());
        return settings.value(UsersSettings.PAGE) ? List.of(users, UsersPage.of(settings)) : List.of(users);
    }

    /** Where the relay keeps profiles and usage. Throws a {@code SettingsException} where the settings leave that open. */
    private static Patrons patrons(Settings settings, TokenBacking tokens, HttpOutgoing outgoing, InstantSource clock) {
        return settings.find(PatreonSettings.SUPABASE_URL)
                .<Patrons>map(url ->
                        new SupabasePatrons(outgoing, url, settings.value(PatreonSettings.SUPABASE_SERVICE_KEY), clock))
                .orElseGet(tokens::openPatrons);
    }

    /** Counters, likes, rankings and boards, with their widgets and pages. */
    private static List<HttpModule> nostalgic(Settings settings, NostalgicParts parts) {
        NostalgicModule nostalgic = NostalgicModule.of(settings, parts);
        return List.of(
                nostalgic,
                new ComponentsModule(settings.value(NostalgicSettings.MOUNT), new Widgets()),
                NostalgicPages.of(settings, nostalgic.services()));
    }

    private static Optional<Webhooks> webhooks(Settings settings, Metrics metrics, InstantSource clock) {
        return settings.value(NostalgicSettings.ENABLED) && WebhookSettings.enabled(settings)
                ? Optional.of(
                        new Webhooks(WebhookSettings.policy(settings), clock, metrics.webhooks(), Network.standard()))
                : Optional.empty();
    }

    /** The sessions of every system that has some, by its name, whether it is turned on or not. */
    public static SequencedMap<String, SystemSessions> sessions(
            Settings settings, Store store, TokenBacking tokens, RandomTokens random, InstantSource clock) {
        SequencedMap<String, SystemSessions> sessions = new LinkedHashMap<>();
        sessions.put("discord", SystemSessions.of(DiscordModule.sessions(settings, store, random, clock)));
        sessions.put(
                "oidc",
                SystemSessions.of(
                        OidcModule.sessions(settings, store, random, clock),
                        subject -> OidcModule.users(settings, subject)));
        sessions.put(UsersModule.SYSTEM, SystemSessions.of(tokens.users()));
        sessions.put(PatreonModule.SYSTEM, PatreonSessions.of(settings, store, random, clock));
        return sessions;
    }

    /** The operators' desk for accounts. */
    public static AccountDesk accounts(
            Settings settings, Store store, TokenBacking tokens, RandomTokens random, InstantSource clock) {
        AuditLog audit = new AuditLog(store, AuditSettings.operators(settings), random, clock);
        return new DirectoryAccounts(
                tokens::openDirectory, PasswordSettings.passwords(settings), tokens.termination(), audit, clock);
    }

    /** Who calls come from, as the settings say whose word counts. */
    public static ClientAddress addresses(Settings settings, Path data, RandomTokens random) {
        byte[] salt = settings.find(PrivacySettings.ADDRESS_SALT)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> AddressSalt.inDirectory(data, random));
        return new ClientAddress(settings.find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of()), salt);
    }

    public List<HttpModule> modules() {
        return modules;
    }

    @Override
    public void close() {
        webhooks.ifPresent(Webhooks::close);
        outgoing.close();
    }
}
