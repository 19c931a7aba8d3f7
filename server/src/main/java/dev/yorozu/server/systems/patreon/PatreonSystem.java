package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Patrons;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.supabase.SupabasePatrons;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.patreon.pages.PatreonPage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Patreon relay: sessions of one device each, memberships, signed tokens, quotas, crash reports and webhooks. */
public final class PatreonSystem implements HostedSystem {
    @Override
    public String name() {
        return "patreon";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(PatreonSettings.GROUP, PatreonRates.GROUP);
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
        PatreonModule patreon = PatreonModule.of(
                host.settings(),
                new PatreonParts(
                        host.store(),
                        patrons(host),
                        host.outgoing(),
                        host.addresses(),
                        host.metrics(),
                        host.random(),
                        host.clock()));
        return host.settings().value(PatreonSettings.PAGE)
                ? List.of(patreon, PatreonPage.of(host.settings()))
                : List.of(patreon);
    }

    /** Where the relay keeps profiles and usage. Throws a {@code SettingsException} where the settings leave that open. */
    private static Patrons patrons(Host host) {
        Settings settings = host.settings();
        return settings.find(PatreonSettings.SUPABASE_URL)
                .<Patrons>map(url -> new SupabasePatrons(
                        host.outgoing(), url, settings.value(PatreonSettings.SUPABASE_SERVICE_KEY), host.clock()))
                .orElseGet(host::patrons);
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(PatreonSessions.of(host.settings(), host.store(), host.random(), host.clock()));
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
}
