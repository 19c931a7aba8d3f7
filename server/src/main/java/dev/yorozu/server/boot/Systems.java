package dev.yorozu.server.boot;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.openapi.OpenApi;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.operate.users.UserOperations;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.apps.AppsSystem;
import dev.yorozu.server.systems.discord.DiscordSystem;
import dev.yorozu.server.systems.nostalgic.NostalgicSystem;
import dev.yorozu.server.systems.oidc.OidcSystem;
import dev.yorozu.server.systems.patreon.PatreonSystem;
import dev.yorozu.server.systems.tokens.TokensSystem;
import dev.yorozu.server.systems.users.UsersSystem;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.logging.Logger;

/** The systems that there are: the one place that names them. */
public final class Systems {
    private static final Logger LOGGER = Logger.getLogger(Systems.class.getName());

    private static final HostedSystem DISCORD = new DiscordSystem();
    private static final HostedSystem OIDC = new OidcSystem();
    private static final HostedSystem TOKENS = new TokensSystem();
    private static final HostedSystem USERS = new UsersSystem();
    private static final HostedSystem PATREON = new PatreonSystem();
    private static final HostedSystem NOSTALGIC = new NostalgicSystem();
    private static final HostedSystem APPS = new AppsSystem();

    /** In the order in which the start page and operators see them. */
    public static final List<HostedSystem> ALL = List.of(DISCORD, OIDC, TOKENS, USERS, PATREON, NOSTALGIC, APPS);
    /** In the order of the reference of settings. */
    static final List<HostedSystem> IN_REFERENCE = List.of(DISCORD, OIDC, TOKENS, NOSTALGIC, PATREON, USERS, APPS);

    private Systems() {}

    /** Whether one of those that the settings turn on needs the directory of accounts. */
    static boolean keepAccounts(Settings settings) {
        return ALL.stream().anyMatch(system -> system.isEnabled(settings) && system.keepsAccounts());
    }

    /** The routes and pages of those that the settings turn on. Throws as {@link HostedSystem#modules} does. */
    public static List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        List<HostedSystem> enabled = host.systems().stream()
                .filter(system -> system.isEnabled(settings))
                .toList();
        requireApart(settings, enabled);
        advice(settings, enabled).forEach(LOGGER::warning);
        enabled.forEach(system -> system.notices(settings).forEach(LOGGER::info));
        return enabled.stream().flatMap(system -> system.modules(host).stream()).toList();
    }

    /** The mounts of all interfaces that the settings turn on, in the order of the documents that describe them. */
    public static SequencedMap<String, String> interfaces(Settings settings) {
        SequencedMap<String, String> mounts = new LinkedHashMap<>();
        ALL.reversed().stream()
                .filter(system -> system.isEnabled(settings))
                .forEach(system -> mounts.put(system.name(), settings.value(system.mount())));
        mounts.put(OpenApi.ADMIN, "/admin");
        mounts.put(OpenApi.SERVER, "");
        return mounts;
    }

    /**
     * Two systems at one path would take each other's errors, headers and origins, even where no address of one is
     * another's.
     */
    private static void requireApart(Settings settings, List<HostedSystem> enabled) {
        Map<String, Setting<String>> taken = new HashMap<>();
        for (HostedSystem system : enabled) {
            String path = settings.value(system.mount());
            Setting<String> other = taken.putIfAbsent(path, system.mount());
            if (other != null) {
                throw new SettingsException("Settings " + other.name() + " and "
                        + system.mount().name() + " are both " + (path.isEmpty() ? "/" : path)
                        + ": give each system a path of its own, or turn one off.");
            }
        }
    }

    /**
     * What servers that share a store must share besides. A store that others can reach is no sign that there are others, so
     * this is advice and does not stop a start: but two directories that count their accounts alike would give the tokens of
     * one person to another.
     */
    private static Collection<String> advice(Settings settings, List<HostedSystem> enabled) {
        if (!(StoreUrl.parse(settings.value(StoreSettings.URL)) instanceof StoreUrl.Redis)) {
            return List.of();
        }
        SequencedMap<Setting<?>, String> advice = new LinkedHashMap<>();
        enabled.forEach(system -> system.advice(settings).forEach(advice::putIfAbsent));
        return advice.values();
    }

    /** The sessions of every system that has some, by its name, whether it is turned on or not. */
    public static SequencedMap<String, SystemSessions> sessions(Host host) {
        SequencedMap<String, SystemSessions> sessions = new LinkedHashMap<>();
        host.systems().forEach(system -> system.sessions(host).ifPresent(found -> sessions.put(system.name(), found)));
        return sessions;
    }

    /** What operators do with accounts. */
    public static UserOperations accounts(Host host) {
        AuditLog audit =
                new AuditLog(host.store(), AuditSettings.operators(host.settings()), host.random(), host.clock());
        return new UserOperations(host::directory, host.passwords(), host.termination(), audit, host.clock());
    }
}
