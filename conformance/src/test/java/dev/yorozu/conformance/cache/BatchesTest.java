package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many ids at once. */
@OnEveryStore
final class BatchesTest extends CacheSuite {
    private List<String> rows(int count) {
        List<String> ids =
                Stream.generate(() -> UUID.randomUUID().toString()).limit(count).toList();
        ids.forEach(each -> truth.put(each, "row of " + each));
        return ids;
    }

    private static Cached<String> expected(String id, boolean hit) {
        return new Cached<>(Optional.of("row of " + id), hit);
    }

    @Test
    void keptOnesComeByOneReadAndTheRestByOneLoad() {
        List<String> ids = rows(100);
        Cache<String> server = server(STRICT);
        server.getAll(ids.subList(0, 40), truth::loadAll);
        List<Set<String>> asked = new ArrayList<>();
        Map<String, Cached<String>> answers = server.getAll(ids, missing -> {
            asked.add(Set.copyOf(missing));
            return truth.loadAll(missing);
        });
        assertThat(answers.keySet()).containsExactlyElementsOf(ids);
        for (int i = 0; i < ids.size(); i++) {
            assertThat(answers).containsEntry(ids.get(i), expected(ids.get(i), i < 40));
        }
        assertThat(asked).containsExactly(Set.copyOf(ids.subList(40, 100)));
        assertThat(server.stats()).isEqualTo(new CacheStats(40, 100, 100, 0, 0, 0));

        FaultyStore counting = FaultyStore.counting(store());
        Map<String, Cached<String>> kept = server(counting, STRICT).getAll(ids, missing -> Map.of());
        assertThat(kept.values()).allMatch(Cached::hit);
        assertThat(counting.calls()).isEqualTo(1);
    }

    @Test
    void eachIdIsAnsweredOnceInItsOrderAndAbsentOnesAreEmpty() {
        List<String> ids = rows(2);
        Cache<String> server = server(STRICT);
        String absent = UUID.randomUUID().toString();
        Map<String, Cached<String>> answers =
                server.getAll(List.of(ids.getLast(), absent, ids.getFirst(), ids.getLast()), truth::loadAll);
        assertThat(answers.keySet()).containsExactly(ids.getLast(), absent, ids.getFirst());
        assertThat(answers).containsEntry(absent, new Cached<>(Optional.empty(), false));
        assertThat(server.getAll(List.of(), truth::loadAll)).isEmpty();
        assertThat(truth.calls()).isEqualTo(1);
    }

    @Test
    void moreThanAHundredAreRefused() {
        assertThatThrownBy(() -> server(STRICT).getAll(rows(101), truth::loadAll))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(truth.calls()).isZero();
    }

    @Test
    void whatAnotherCallerLoadsIsAwaitedAndNotLoaded() {
        Cache<String> server = server(PATIENT);
        awaited(server, server);
    }

    @Test
    void whatAnotherServerLoadsIsAwaitedAndNotLoaded() {
        awaited(server(PATIENT), server(PATIENT));
    }

    private void awaited(Cache<String> reader, Cache<String> other) {
        List<String> ids = new ArrayList<>(rows(3));
        ids.add(1, id);
        Reading slow = reading(other);
        List<Set<String>> asked = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Map<String, Cached<String>>> batch = background(() -> reader.getAll(ids, missing -> {
            asked.add(Set.copyOf(missing));
            return truth.loadAll(missing);
        }));
        awaitWaits(1, () -> reader.stats().waits());
        slow.finish();
        assertThat(batch.join()).containsEntry(id, new Cached<>(Optional.of(OLD), reader != other));
        ids.remove(id);
        assertThat(asked).containsExactly(Set.copyOf(ids));
    }

    @Test
    void whatOthersDoNotBringIsLoadedWithOneMoreCall() {
        List<String> ids = new ArrayList<>(rows(3));
        ids.add(id);
        Cache<String> reader = server(STRICT);
        Reading hung = reading(server(STRICT));
        Map<String, Cached<String>> answers = reader.getAll(ids, truth::loadAll);
        assertThat(answers).containsEntry(id, new Cached<>(Optional.of(OLD), false));
        assertThat(truth.calls()).isEqualTo(3);
        assertThat(there(value)).isFalse();
        hung.finish();
    }

    @Test
    void batchesThatCrossDoNotWaitForEachOther() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            List<String> ids = rows(8);
            Cache<String> one = server(PATIENT);
            Cache<String> two = server(PATIENT);
            int before = truth.calls();
            List<Map<String, Cached<String>>> all = Race.of(16, number -> {
                List<String> order = new ArrayList<>(ids);
                Collections.rotate(order, number);
                return (number % 2 == 0 ? one : two).getAll(order, truth::loadAll);
            });
            assertThat(all)
                    .allSatisfy(answers -> ids.forEach(each -> assertThat(
                                    answers.getOrDefault(each, new Cached<>(Optional.empty(), false))
                                            .value())
                            .contains("row of " + each)));
            assertThat(one.stats().loads() + two.stats().loads()).isEqualTo(ids.size());
            assertThat(truth.calls() - before).isBetween(1, ids.size());
        }
    }

    @Test
    void aWriterBetweenLoadAndFillWins() {
        List<String> ids = new ArrayList<>(rows(3));
        ids.add(1, id);
        Cache<String> reader = server(STRICT);
        reader.getAll(ids, missing -> {
            Map<String, String> loaded = truth.loadAll(missing);
            write(server(STRICT), NEW);
            return loaded;
        });
        assertThat(there(value)).isFalse();
        assertThat(reader.stats().staleFills()).isEqualTo(1);
        assertThat(reader.getAll(ids, missing -> {
                    assertThat(missing).containsExactly(id);
                    return truth.loadAll(missing);
                }))
                .containsEntry(id, new Cached<>(Optional.of(NEW), false));
    }

    @Test
    void aFaultGivesAllLeasesBack() {
        List<String> ids = rows(3);
        Cache<String> server = server(PATIENT);
        assertThatThrownBy(() -> server.getAll(ids, missing -> {
                    throw new IllegalStateException("no truth today");
                }))
                .hasMessage("no truth today");
        assertThat(server.stats()).isEqualTo(new CacheStats(0, 3, 3, 0, 0, 0));
        assertThat(server(PATIENT).getAll(ids, truth::loadAll)).hasSize(3);
        assertThat(truth.calls()).isEqualTo(1);
    }

    @Test
    void oneThatCannotBeReadDoesNotCostTheOthersTheirCopies() {
        List<String> ids = rows(3);
        Cache<String> server = server(STRICT);
        server.getAll(ids, truth::loadAll);
        var broken = UserKeys.PROFILE.key(ids.getFirst());
        store().commit(Batch.builder().delete(broken).build());
        store().commit(Batch.builder()
                .listPush(broken, Write.End.HEAD, Bytes.of("element"))
                .build());
        Map<String, Cached<String>> answers = server.getAll(ids, truth::loadAll);
        assertThat(answers).containsEntry(ids.getFirst(), expected(ids.getFirst(), false));
        assertThat(answers).containsEntry(ids.getLast(), expected(ids.getLast(), true));
        assertThat(server.getAll(ids, truth::loadAll).values()).allMatch(Cached::hit);
        assertThat(truth.calls()).isEqualTo(2);
    }
}
