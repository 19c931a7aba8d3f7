package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Readers and writers on several servers: nobody reads what was before a change that was completed when it began. */
@OnEveryStore(costly = true)
final class RacesTest extends CacheSuite {
    private static final int THREADS = 12;
    private static final int STEPS = 40;

    @Test
    void nobodyReadsWhatWasBeforeACompletedChange() throws Exception {
        List<Cache<String>> servers =
                Stream.generate(() -> server(PATIENT)).limit(3).toList();
        AtomicLong row = new AtomicLong();
        AtomicLong completed = new AtomicLong();
        for (int round = 0; round < Rounds.of(3); round++) {
            List<Long> tooOld = Race.of(THREADS, number -> {
                Cache<String> server = servers.get(number % servers.size());
                long old = 0;
                for (int step = 0; step < STEPS; step++) {
                    if (number < 3 && step % 4 == 0) {
                        long written = server.write(id, row::incrementAndGet);
                        completed.accumulateAndGet(written, Math::max);
                    } else {
                        long least = completed.get();
                        String shown = server.get(id, () -> Optional.of(Long.toString(row.get())))
                                .value()
                                .orElseThrow();
                        old += Long.parseLong(shown) < least ? 1 : 0;
                    }
                }
                return old;
            });
            assertThat(tooOld).containsOnly(0L);
        }
        long hits = servers.stream().mapToLong(each -> each.stats().hits()).sum();
        assertThat(hits).as("reads that were answered from a copy").isPositive();
    }
}
