package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import java.util.List;
import java.util.Optional;

/** Sign-in with any provider of OpenID Connect, and the sessions that follow from it. */
public final class OidcSystem implements HostedSystem {
    @Override
    public String name() {
        return "oidc";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(OidcSettings.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.find(OidcSettings.ISSUER).isPresent()
                || settings.find(OidcSettings.CLIENT_ID).isPresent();
    }

    @Override
    public Setting<String> mount() {
        return OidcSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        return OidcModule.of(
                        host.settings(), host.store(), host.outgoing(), host.addresses(), host.random(), host.clock())
                .<List<HttpModule>>map(List::of)
                .orElse(List.of());
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(SystemSessions.of(
                OidcModule.sessions(host.settings(), host.store(), host.random(), host.clock()),
                subject -> OidcModule.users(host.settings(), subject)));
    }
}
