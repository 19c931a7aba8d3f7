package dev.yorozu.server.systems;

import dev.yorozu.account.Directory;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.http.AddressSalt;
import dev.yorozu.server.http.ClientAddress;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.systems.discord.DiscordModule;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.oidc.OidcModule;
import dev.yorozu.server.systems.tokens.TokenParts;
import dev.yorozu.server.systems.tokens.TokensModule;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The systems that the settings turn on, with what they share: the way out to others, and the directory of accounts. To be
 * closed after the server.
 */
public final class Systems implements AutoCloseable {
    private final HttpOutgoing outgoing;
    private final Optional<Directory> directory;
    private final List<HttpModule> modules;

    private Systems(HttpOutgoing outgoing, Optional<Directory> directory, List<HttpModule> modules) {
        this.outgoing = outgoing;
        this.directory = directory;
        this.modules = List.copyOf(modules);
    }

    /**
     * Makes the systems; throws a {@code StartException} or {@code SettingsException} with one sentence when they cannot
     * work as they are set.
     *
     * @param data a directory that exists and is writable
     */
    public static Systems of(
            Settings settings, Store store, Metrics metrics, Path data, RandomTokens random, InstantSource clock) {
        ClientAddress addresses = addresses(settings, data, random);
        HttpOutgoing outgoing = new HttpOutgoing();
        List<HttpModule> modules = new ArrayList<>();
        if (settings.value(DiscordSettings.ENABLED)) {
            DiscordModule discord = DiscordModule.of(settings, store, outgoing, addresses, random, clock);
            modules.add(discord);
            discord.receivePage().ifPresent(modules::add);
        }
        OidcModule.of(settings, store, outgoing, addresses, random, clock).ifPresent(modules::add);
        Optional<Directory> directory = directory(settings, clock);
        directory.ifPresent(opened -> modules.add(TokensModule.of(
                settings,
                new TokenParts(
                        store,
                        opened,
                        PasswordSettings.passwords(settings),
                        TokensSettings.JWT.keys(settings, data, clock),
                        addresses,
                        metrics.tokens(),
                        random,
                        clock))));
        return new Systems(outgoing, directory, modules);
    }

    /** Opened only where a system knows accounts. */
    private static Optional<Directory> directory(Settings settings, InstantSource clock) {
        return settings.value(TokensSettings.ENABLED)
                ? Optional.of(DirectoryOpener.open(settings, clock))
                : Optional.empty();
    }

    /** The sessions of every system that has some, by its name, whether it is turned on or not. */
    public static SequencedMap<String, Sessions> sessions(
            Settings settings, Store store, RandomTokens random, InstantSource clock) {
        SequencedMap<String, Sessions> sessions = new LinkedHashMap<>();
        sessions.put("discord", DiscordModule.sessions(settings, store, random, clock));
        sessions.put("oidc", OidcModule.sessions(settings, store, random, clock));
        return sessions;
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
        outgoing.close();
        directory.ifPresent(Directory::close);
    }
}
