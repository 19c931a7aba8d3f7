package dev.yorozu.server.systems.users;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.statistics.StatisticsEndpoint;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.server.systems.users.pages.UsersPage;
import dev.yorozu.token.TokenSessions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The user API: accounts, sessions with signed tokens, profiles, and limits by the hour. */
public final class UsersSystem implements HostedSystem {
    @Override
    public String name() {
        return "users";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(UsersSettings.GROUP, UsersLimits.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.value(UsersSettings.ENABLED);
    }

    @Override
    public Setting<String> mount() {
        return UsersSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        UsersModule users = UsersModule.of(
                host.settings(),
                new UsersParts(
                        host.store(),
                        host.directory(),
                        host.passwords(),
                        keys(host),
                        host.addresses(),
                        host.metrics(),
                        new StatisticsEndpoint(host.census()),
                        host.random(),
                        host.waiting(),
                        host.clock()));
        host.census().listen(users.adoption());
        return host.settings().value(UsersSettings.PAGE)
                ? List.of(users, UsersPage.of(host.settings()))
                : List.of(users);
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(SystemSessions.of(logins(host)));
    }

    @Override
    public Optional<SystemTokens> tokens(Host host) {
        return Optional.of(new SystemTokens(
                logins(host).access(),
                UsersSettings.refreshPolicy(host.settings()).accessLife(),
                () -> keys(host),
                Optional.empty()));
    }

    @Override
    public AccountTermination termination(Host host) {
        TokenSessions logins = logins(host);
        return account -> logins.endAll(account.uuid().toString());
    }

    private TokenSessions logins(Host host) {
        return UsersModule.tokens(
                host.settings(), host.store(), () -> keys(host).get(), host.random(), host.clock());
    }

    private IssuerKeys keys(Host host) {
        return host.keys(name(), () -> UsersSettings.keys(host.settings(), host.data(), host.clock()));
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        Map<Setting<?>, String> advice = new LinkedHashMap<>(DirectorySettings.advice(settings));
        if (!UsersSettings.JWT.areKeysGiven(settings)) {
            advice.put(
                    UsersSettings.JWT.life(),
                    "Sessions of the user API are signed for with a key of this machine alone: before a second server"
                            + " uses the same store, give both the same systems.users.jwt.keyFiles.");
        }
        return advice;
    }
}
