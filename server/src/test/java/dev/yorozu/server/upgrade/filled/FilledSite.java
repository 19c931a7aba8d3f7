package dev.yorozu.server.upgrade.filled;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.DiscordBrowser;
import dev.yorozu.server.upgrade.PatronDevice;
import dev.yorozu.server.upgrade.TokenDevice;
import dev.yorozu.server.upgrade.UserDevice;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A server on a store that an earlier version filled, at the moment at which that one stopped; {@link Filler} says what is
 * in it.
 */
final class FilledSite implements AutoCloseable {
    private static final Duration AFTER_GRACE = Duration.ofSeconds(11);

    private final HeldClock clock = HeldClock.start();
    private final String name;
    private final Holdings holdings;
    private final AllSystems systems;
    private final Instant moment;

    FilledSite(Storage storage, StoreKind kind) {
        String stored = storage.name().toLowerCase(Locale.ROOT);
        name = stored + " on " + kind.name().toLowerCase(Locale.ROOT);
        holdings = Holdings.read(resource(stored + ".held"));
        Path data = newDirectory();
        Store store = kind.open(newDirectory(), clock);
        new FilledStore(resource(stored + ".jsonl")).load(store, kind.times(clock), data, clock);
        moment = clock.instant();
        systems = new AllSystems(store, data, clock, storage, Map.of());
        PatreonFilling.pledge(systems);
        systems.patron()
                .issued()
                .addAll(List.of(holdings.get("patreon.provider").split(",", -1)));
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(FilledSite.class.getResource(name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In the build's own directory for temporary files, which the next build empties. */
    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("filled-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To the moment of the dump. */
    void goBack() {
        clock.set(moment);
    }

    void endGrace() {
        clock.set(moment.plus(AFTER_GRACE));
    }

    AllSystems systems() {
        return systems;
    }

    /** Somebody new. */
    Client client() {
        return systems.client();
    }

    String held(String what) {
        return holdings.get(what);
    }

    DiscordBrowser browser(String who) {
        return holdings.browser("discord." + who, client());
    }

    UserDevice user(String who) {
        return holdings.user("users." + who, client());
    }

    TokenDevice token(String who) {
        return holdings.token("tokens." + who, client());
    }

    PatronDevice patron(String who) {
        return holdings.patron("patreon." + who, client());
    }

    @Override
    public void close() {
        systems.close();
    }

    /** What reports call it. */
    @Override
    public String toString() {
        return name;
    }
}
