package dev.yorozu.server.upgrade.filled;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes the filled stores that tests load. Its name keeps it out of the tests: it is run by hand, with the code that the
 * state is to come from, and what it leaves in {@code target/filled} is copied to the resources.
 *
 * <pre>{@code
 * mvn -pl server -am -Dtest=Filler -Dsurefire.failIfNoSpecifiedTests=false test
 * cp server/target/filled/* server/src/test/resources/dev/yorozu/server/upgrade/filled/
 * }</pre>
 */
class Filler {
    /** Far ahead: on a store that goes by the real time, no end has come that a server at this moment gives to a key. */
    private static final Instant DUMP = Instant.parse("2040-01-12T10:20:00Z");

    @ParameterizedTest
    @EnumSource(Storage.class)
    void fill(Storage storage, @TempDir Path data) throws Exception {
        Path target = Files.createDirectories(Path.of("target", "filled"));
        String name = storage.name().toLowerCase(Locale.ROOT);
        HeldClock clock = new HeldClock(DUMP.minus(Duration.ofDays(10)));
        MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        Holdings holdings = new Holdings();
        try (AllSystems site = new AllSystems(store, data, clock, storage, Map.of())) {
            List<Filling> fillings = List.of(
                    new DiscordFilling(site, holdings, clock),
                    new UsersFilling(site, holdings, clock),
                    new TokensFilling(site, holdings, clock),
                    new PatreonFilling(site, holdings, clock),
                    new NostalgicFilling(site, holdings, clock));
            fillings.forEach(Filling::longAgo);
            clock.set(DUMP.minus(Duration.ofMinutes(5)));
            fillings.forEach(Filling::earlier);
            clock.set(DUMP.minus(Duration.ofSeconds(30)));
            fillings.forEach(Filling::lately);
            clock.set(DUMP.minus(Duration.ofSeconds(3)));
            fillings.forEach(Filling::justNow);
            clock.set(DUMP);
            new FilledStore(target.resolve(name + ".jsonl")).dump(store, site.directory(), data, clock);
        }
        holdings.write(target.resolve(name + ".held"));
    }
}
