package dev.yorozu.server.cli;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;

/** Serves for a test as {@code serve} does, but with a clock and a source of randomness of the test's. */
public final class ServedInTest {
    private ServedInTest() {}

    /** @param use gets the address, and all modules but those that every server has */
    public static void use(
            Settings settings, RandomTokens random, InstantSource clock, BiConsumer<URI, List<HttpModule>> use)
            throws InterruptedException {
        new Serving(settings, random, clock)
                .use(List.of(), (store, directory) -> {}, (server, modules, note) -> use.accept(server.url(), modules));
    }
}
