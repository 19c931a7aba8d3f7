package dev.yorozu.server.cli;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.store.Store;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Serves for a test as {@code serve} does, but with a clock and a source of randomness of the test's. */
public final class ServedInTest {
    private ServedInTest() {}

    /** What is done with the server while it runs. */
    @FunctionalInterface
    public interface Use {
        /** @param modules all but those that every server has */
        void with(URI url, Store store, List<HttpModule> modules);
    }

    public static void use(Settings settings, RandomTokens random, InstantSource clock, Use use)
            throws InterruptedException {
        AtomicReference<Store> opened = new AtomicReference<>();
        new Serving(settings, random, clock)
                .use(
                        List.of(),
                        (store, directory) -> opened.set(store),
                        (server, modules, note) ->
                                use.with(server.url(), Objects.requireNonNull(opened.get()), modules));
    }
}
