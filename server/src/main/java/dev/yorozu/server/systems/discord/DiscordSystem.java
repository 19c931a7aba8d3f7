package dev.yorozu.server.systems.discord;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sign-in with Discord, sessions, and share links. */
public final class DiscordSystem implements HostedSystem {
    @Override
    public String name() {
        return "discord";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(DiscordSettings.GROUP, ReceiveSettings.GROUP, RateSettings.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.value(DiscordSettings.ENABLED);
    }

    @Override
    public Setting<String> mount() {
        return DiscordSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        DiscordModule discord = DiscordModule.of(
                host.settings(), host.store(), host.outgoing(), host.addresses(), host.random(), host.clock());
        List<HttpModule> modules = new ArrayList<>(List.of(discord));
        discord.receivePage().ifPresent(modules::add);
        return modules;
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(
                SystemSessions.of(DiscordModule.sessions(host.settings(), host.store(), host.random(), host.clock())));
    }
}
