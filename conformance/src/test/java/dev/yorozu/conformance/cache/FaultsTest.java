package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every call of the store fails once, in every way, in the middle of reads and writes. */
@OnEveryStore(costly = true)
final class FaultsTest extends CacheSuite {
    @Test
    void whicheverCallFailsNobodySeesWhatWasBeforeACompletedChange() {
        FaultyStore counting = FaultyStore.counting(store());
        play(server(counting, HASTY), 0);
        assertThat(counting.calls()).isEqualTo(13);
        int turn = 1;
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= counting.calls(); call++) {
                awaitEndOf(writers);
                server(HASTY).invalidate(id);
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                Cache<String> server = server(faulty, HASTY);
                play(server, turn++);
                assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
            }
        }
    }

    /** Reads, changes and reads again, twice; a server that cannot be asked any more loads each time. */
    private void play(Cache<String> server, int turn) {
        String current = "before " + turn;
        truth.put(id, current);
        assertThat(shown(server)).isEqualTo(current);
        for (String next : List.of("first " + turn, "second " + turn)) {
            boolean made = tryWrite(server, next);
            current = made ? next : current;
            assertThat(shown(server)).isEqualTo(current);
            assertThat(shown(server(HASTY))).isEqualTo(current);
        }
    }

    /** Whether the change was made; a fault that escapes says that it was not. */
    private boolean tryWrite(Cache<String> server, String row) {
        try {
            write(server, row);
            return true;
        } catch (StoreException notMade) {
            assertThat(truth.load(id)).isPresent().get().isNotEqualTo(row);
            return false;
        }
    }

    @Test
    void whicheverCallOfABatchFailsEverythingIsAnswered() {
        String second = UUID.randomUUID().toString();
        Map<String, String> rows = Map.of(id, OLD, second, NEW);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= 5; call++) {
                server(HASTY).invalidate(id);
                server(HASTY).invalidate(second);
                Cache<String> server = server(FaultyStore.failing(store(), fault, call), HASTY);
                var answers = server.getAll(List.of(id, second), missing -> rows);
                assertThat(answers.sequencedValues().stream().flatMap(each -> each.value().stream()))
                        .containsExactly(OLD, NEW);
                assertThat(server.stats().storeFaults()).isPositive();
            }
        }
    }
}
