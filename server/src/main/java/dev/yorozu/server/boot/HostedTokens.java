package dev.yorozu.server.boot;

import dev.yorozu.account.Directory;
import dev.yorozu.server.operate.tokens.TokenSource;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;

/** The tokens of all hosted systems, for operators. */
public record HostedTokens(Host host) implements TokenSource {
    @Override
    public Logins refresh() {
        return host.systems().stream()
                .flatMap(system -> system.tokens(host).flatMap(SystemTokens::logins).stream())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public AccessTokens access() {
        return refresh().access();
    }

    @Override
    public Optional<ShortLived> access(String system) {
        return tokens(system).map(tokens -> new ShortLived(tokens.access(), tokens.life()));
    }

    @Override
    public Optional<IssuerKeys> keys(String system) {
        return tokens(system).map(tokens -> tokens.keys().get());
    }

    private Optional<SystemTokens> tokens(String name) {
        return host.systems().stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .flatMap(system -> system.tokens(host));
    }

    @Override
    public Optional<Directory> directory() {
        return host.findDirectory();
    }
}
