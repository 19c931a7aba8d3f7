package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays random changes of a ranking on the embedded store and on the plain sorted set of the reference. */
class RankIndexTest {
    private static final Key BOARD = Key.of("board");

    @TempDir
    Path directory;

    @Test
    void agreesWithASortedListWhenScoresDiffer() {
        Random random = new Random(1);
        play(random, 3000, 2500, () -> random.nextGaussian() * 1000);
    }

    @Test
    void agreesWithASortedListWhenMostScoresTie() {
        Random random = new Random(2);
        play(random, 3000, 2500, () -> random.nextInt(3) - 1);
    }

    @Test
    void agreesWithASortedListWhenAFewMembersComeAndGo() {
        Random random = new Random(4);
        play(random, 4000, 60, () -> random.nextInt(40));
    }

    @Test
    void agreesWithASortedListWhenTheLowestGoWithEachCommit() {
        Random random = new Random(5);
        try (RocksStore store = RocksStore.open(directory);
                Store model = new MemoryStore()) {
            for (int i = 0; i < 4000; i++) {
                Batch.Builder batch = Batch.builder().relaxed();
                batch.rankAdd(BOARD, Bytes.of("member-" + random.nextInt(100_000)), random.nextInt(500));
                commit(batch.rankTrim(BOARD, Order.FALLING, 1200).build(), store, model);
                if (i % 10 == 0) {
                    compare(random, store, model);
                }
            }
            requireSound(store);
        }
    }

    @Test
    void agreesWithASortedListWhenEachCommitChangesMuch() {
        Random random = new Random(3);
        try (RocksStore store = RocksStore.open(directory);
                Store model = new MemoryStore()) {
            for (int i = 0; i < 60; i++) {
                Batch.Builder batch = Batch.builder();
                for (int j = 0; j < 128; j++) {
                    batch.write(change(random, 3000, random.nextInt(50)));
                }
                commit(batch.build(), store, model);
                compare(random, store, model);
            }
            requireSound(store);
        }
    }

    private void play(Random random, int rounds, int members, DoubleSupplier scores) {
        try (RocksStore store = RocksStore.open(directory);
                Store model = new MemoryStore()) {
            for (int i = 0; i < rounds; i++) {
                Batch.Builder batch = Batch.builder().relaxed();
                for (int j = random.nextInt(4); j >= 0; j--) {
                    batch.write(change(random, members, scores.getAsDouble()));
                }
                commit(batch.build(), store, model);
                if (i % 10 == 0) {
                    compare(random, store, model);
                }
            }
            requireSound(store);
        }
    }

    private static void commit(Batch batch, Store store, Store model) {
        Commit commit = store.commit(batch);
        assertThat(commit).isEqualTo(model.commit(batch));
    }

    private static Write change(Random random, int members, double score) {
        Bytes member = Bytes.of("member-" + random.nextInt(members));
        return switch (random.nextInt(200)) {
            case 0 -> new Write.RankTrim(BOARD, order(random), random.nextInt(3 * members));
            case 1 -> new Write.RankDrop(BOARD, score, score + random.nextInt(5));
            case 2 -> random.nextInt(20) == 0 ? new Write.Delete(BOARD) : new Write.RankTrim(BOARD, order(random), 400);
            default ->
                random.nextInt(4) == 0
                        ? new Write.RankRemove(BOARD, List.of(member))
                        : new Write.RankAdd(BOARD, member, score, replace(random));
        };
    }

    private static void compare(Random random, Store store, Store model) {
        long size = model.size(BOARD);
        assertThat(store.size(BOARD)).isEqualTo(size);
        Order order = order(random);
        long start = random.nextLong(2 * size + 1) - size;
        assertThat(store.ranks(BOARD, order, start, start + 20))
                .isEqualTo(model.ranks(BOARD, order, start, start + 20));
        for (int i = 0; i < 5; i++) {
            Bytes member = Bytes.of("member-" + random.nextInt(3000));
            assertThat(store.read(new Read.RankOf(BOARD, member, order)))
                    .isEqualTo(model.read(new Read.RankOf(BOARD, member, order)));
            assertThat(store.read(new Read.ScoreOf(BOARD, member)))
                    .isEqualTo(model.read(new Read.ScoreOf(BOARD, member)));
        }
        if (random.nextInt(10) == 0) {
            assertThat(store.ranks(BOARD, order, 0, -1)).isEqualTo(model.ranks(BOARD, order, 0, -1));
        }
    }

    /** Every member is found at the position where it stands, by the walk over the spans. */
    private static void requireSound(Store store) {
        long position = 0;
        for (var ranked : store.ranks(BOARD, Order.RISING, 0, -1)) {
            assertThat(store.read(new Read.RankOf(BOARD, ranked.member(), Order.RISING)))
                    .hasValue(position);
            position++;
        }
        assertThat(position).isEqualTo(store.size(BOARD));
    }

    private static Order order(Random random) {
        return random.nextBoolean() ? Order.RISING : Order.FALLING;
    }

    private static Write.Replace replace(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Write.Replace.ALWAYS;
            case 1 -> Write.Replace.IF_GREATER;
            default -> Write.Replace.IF_LESS;
        };
    }
}
