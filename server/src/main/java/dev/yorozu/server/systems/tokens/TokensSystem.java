package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.server.systems.tokens.account.DevicesPage;
import dev.yorozu.token.ledger.Logins;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The token store: accounts that sign in with a password, their access and refresh tokens, and their devices. */
public final class TokensSystem implements HostedSystem {
    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(TokensSettings.GROUP, TokenRates.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.value(TokensSettings.ENABLED);
    }

    @Override
    public Setting<String> mount() {
        return TokensSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        TokensModule tokens = TokensModule.of(
                host.settings(),
                new TokenParts(
                        host.store(),
                        host.directory(),
                        host.passwords(),
                        keys(host),
                        host.addresses(),
                        host.metrics().tokens(),
                        host.terminationBeside(this),
                        host.random(),
                        host.waiting(),
                        host.clock()));
        return host.settings().value(TokensSettings.PAGE)
                ? List.of(tokens, DevicesPage.at(host.settings().value(TokensSettings.MOUNT)))
                : List.of(tokens);
    }

    @Override
    public Optional<SystemTokens> tokens(Host host) {
        Logins logins = logins(host);
        return Optional.of(new SystemTokens(
                logins.access(),
                TokensSettings.policy(host.settings()).accessLife(),
                () -> keys(host),
                Optional.of(logins)));
    }

    @Override
    public AccountTermination termination(Host host) {
        Logins logins = logins(host);
        return account -> logins.endAll(account.user());
    }

    private Logins logins(Host host) {
        return TokensModule.logins(
                host.settings(), host.store(), () -> keys(host).get(), host.random(), host.clock());
    }

    private IssuerKeys keys(Host host) {
        return host.keys(name(), () -> TokensSettings.JWT.keys(host.settings(), host.data(), host.clock()));
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        Map<Setting<?>, String> advice = new LinkedHashMap<>(DirectorySettings.advice(settings));
        if (!TokensSettings.JWT.areKeysGiven(settings)) {
            advice.put(
                    TokensSettings.JWT.life(),
                    "Tokens are signed with a key of this machine alone: before a second server uses the same store,"
                            + " give both the same JWT_SECRET or systems.tokens.jwt.keyFiles.");
        }
        return advice;
    }
}
