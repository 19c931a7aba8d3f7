package dev.yorozu.server.systems;

import dev.yorozu.account.Directory;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.admin.tokens.Backing;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.keys.IssuerKeys;
import dev.yorozu.server.systems.tokens.TokensModule;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.RefreshTokens;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the token store and its operators share in one process: the directory of accounts and the signing keys. Each is
 * opened when it is first asked for, so that a command that needs neither makes neither. Safe for use by many threads.
 */
public final class TokenBacking implements Backing {
    private final Settings settings;
    private final Store store;
    private final DirectoryOnDemand directory;
    private final Path data;
    private final InstantSource clock;
    private final RefreshTokens refresh;
    private @Nullable IssuerKeys keys;

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
        this.refresh = TokensModule.refreshTokens(settings, store, random, clock);
    }

    @Override
    public RefreshTokens refresh() {
        return refresh;
    }

    @Override
    public AccessTokens access() {
        return TokensModule.accessTokens(settings, store, keys(), clock);
    }

    /** The directory that the settings name, made where there is none. */
    Directory openDirectory() {
        return directory.get();
    }

    synchronized IssuerKeys keys() {
        if (keys == null) {
            keys = TokensSettings.JWT.keys(settings, data, clock);
        }
        return keys;
    }

    /** Empty when nobody has made one. */
    @Override
    public Optional<Directory> directory() {
        return directory.find();
    }

    @Override
    public Optional<String> newKey() {
        return keys().rotate().map(rotated -> rotated.newest().name());
    }
}
