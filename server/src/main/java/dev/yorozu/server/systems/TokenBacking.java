package dev.yorozu.server.systems;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.membership.Patrons;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.admin.tokens.Backing;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.tokens.TokensModule;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersModule;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.TokenSessions;
import dev.yorozu.token.ledger.Logins;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the systems that sign tokens share with their operators in one process: the directory of accounts and the signing
 * keys. Each is opened when it is first asked for, so that a command that needs neither makes neither. Safe for use by many threads.
 */
public final class TokenBacking implements Backing {
    private final Settings settings;
    private final Store store;
    private final DirectoryOnDemand directory;
    private final Path data;
    private final InstantSource clock;
    private final Logins refresh;
    private final TokenSessions users;
    private final Map<String, IssuerKeys> keys = new HashMap<>();

    /**
     * @param directory stays the caller's
     * @param data where keys are kept that nobody gave; must exist once they are asked for
     */
    public TokenBacking(
            Settings settings,
            Store store,
            DirectoryOnDemand directory,
            Path data,
            RandomTokens random,
            InstantSource clock) {
        this.settings = settings;
        this.store = store;
        this.directory = directory;
        this.data = data;
        this.clock = clock;
        this.refresh = TokensModule.logins(settings, store, () -> tokenKeys().get(), random, clock);
        this.users = UsersModule.tokens(settings, store, () -> userKeys().get(), random, clock);
    }

    @Override
    public Logins refresh() {
        return refresh;
    }

    @Override
    public AccessTokens access() {
        return refresh.access();
    }

    @Override
    public Optional<ShortLived> access(String system) {
        return switch (system) {
            case TokenDesk.SYSTEM ->
                Optional.of(
                        new ShortLived(access(), TokensSettings.policy(settings).accessLife()));
            case UsersModule.SYSTEM ->
                Optional.of(new ShortLived(
                        users.access(), UsersSettings.refreshPolicy(settings).accessLife()));
            default -> Optional.empty();
        };
    }

    /** The sessions of the user API, for who has no use for its routes. */
    TokenSessions users() {
        return users;
    }

    /** What must end with an account, in every system. */
    AccountTermination termination() {
        AccountTermination tokens = account -> refresh.endAll(account.user());
        return tokens.and(userTermination());
    }

    /** What must end with an account in the user API. */
    AccountTermination userTermination() {
        return account -> users.endAll(account.uuid().toString());
    }

    /** The directory that the settings name, made where there is none. */
    Directory openDirectory() {
        return directory.get();
    }

    /** The patrons in the same database. */
    Patrons openPatrons() {
        return directory.patrons();
    }

    /** What the token store signs with. */
    IssuerKeys tokenKeys() {
        return made(TokenDesk.SYSTEM, () -> TokensSettings.JWT.keys(settings, data, clock));
    }

    /** What the user API signs with. */
    IssuerKeys userKeys() {
        return made(UsersModule.SYSTEM, () -> UsersSettings.keys(settings, data, clock));
    }

    private synchronized IssuerKeys made(String system, Supplier<IssuerKeys> maker) {
        return keys.computeIfAbsent(system, name -> maker.get());
    }

    @Override
    public Optional<IssuerKeys> keys(String system) {
        return switch (system) {
            case TokenDesk.SYSTEM -> Optional.of(tokenKeys());
            case UsersModule.SYSTEM -> Optional.of(userKeys());
            default -> Optional.empty();
        };
    }

    /** Empty when nobody has made one. */
    @Override
    public Optional<Directory> directory() {
        return directory.find();
    }
}
