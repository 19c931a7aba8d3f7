package dev.yorozu.server.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.systems.oidc.IndependentProvider;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On Redis nearly all of a request's time is spent on trips to the store, so that their number is kept. */
class RoundTripsTest {
    @ParameterizedTest
    @EnumSource(Storage.class)
    void noOperationTakesMoreTripsThanItMay(Storage storage, @TempDir Path data) throws Exception {
        // The provider signs by the real time.
        HeldClock clock = new HeldClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        try (IndependentProvider provider = new IndependentProvider();
                AllSystems site = new AllSystems(
                        store,
                        data,
                        clock,
                        storage,
                        Map.of(
                                "systems.oidc.issuer",
                                provider.issuer(),
                                "systems.oidc.clientId",
                                IndependentProvider.CLIENT))) {
            Map<CountedOperation, Long> counts = new TripCounts(site, clock).all();

            assertThat(counts).containsOnlyKeys(CountedOperation.values());
            assertThat(tooMany(counts, storage)).isEmpty();
        }
    }

    private static List<String> tooMany(Map<CountedOperation, Long> counts, Storage storage) {
        return counts.entrySet().stream()
                .filter(each -> each.getValue() > each.getKey().bound(storage).atMost())
                .map(each -> "%s takes %d trips, and %d are allowed"
                        .formatted(
                                each.getKey(),
                                each.getValue(),
                                each.getKey().bound(storage).atMost()))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void noOperationIsAllowedMoreTripsThanItTookBefore(Storage storage) {
        assertThat(Stream.of(CountedOperation.values()).map(each -> each.bound(storage)))
                .allMatch(bound -> bound.atMost() <= bound.before());
    }

    @Test
    void whatIsAskedTogetherIsOneTrip() {
        CountingStore store = new CountingStore(new MemoryStore());
        RoundTrip trip = new RoundTrip(store);
        Key key = ServerKeys.RECOVERY_CUTOFF.key();
        RoundTrip.Answer<Optional<Bytes>> value = trip.read(new Read.Get(key));
        trip.commit(Batch.builder().delete(key).build());
        trip.send();

        assertThat(value.get()).isEmpty();
        assertThat(store.trips()).isEqualTo(1);
    }
}
