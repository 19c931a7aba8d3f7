package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes a large ranking whose levels the writer remembers, in part or not at all, and holds it against the reference. */
class RankTreeTest {
    private static final Key BOARD = Key.of("board");
    private static final Key OTHER = Key.of("other");
    private static final int MEMBERS = 6_000;

    @TempDir
    Path directory;

    private final Random random = new Random(7);

    private RocksStore open(long rankBytes) {
        RocksSettings settings = new RocksSettings(8 << 20, 8 << 20, 8 * rankBytes, Optional.empty());
        assertThat(settings.rankBytes()).isEqualTo(rankBytes);
        return RocksStore.open(directory, InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE, settings);
    }

    /** All levels of the ranking take about 60,000 bytes, so that it is forgotten never, now and then, or with each change. */
    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 30_000, 0})
    void ranksAreRightAfterEveryReopening(long rankBytes) {
        try (Store model = new MemoryStore()) {
            for (int round = 0; round < 3; round++) {
                try (RocksStore store = open(rankBytes)) {
                    play(round == 0 ? 40 : 5, 250, store, model);
                    play(round == 0 ? 0 : 100, 3, store, model);
                    requireSame(store, model);
                }
            }
        }
    }

    @Test
    void whatAProgramReadsAfterItsChangesIsRight() {
        try (RocksStore store = open(1 << 20);
                Store model = new MemoryStore()) {
            play(20, 250, store, model);
            for (int i = 0; i < 300; i++) {
                List<Write> changes = List.of(change(BOARD), change(BOARD));
                Bytes member = member();
                assertThat(store.<List<Object>>run(state -> changedAndRead(state, changes, member), Durability.RELAXED))
                        .isEqualTo(model.<List<Object>>run(
                                state -> changedAndRead(state, changes, member), Durability.RELAXED));
            }
            requireSame(store, model);
        }
    }

    private static List<Object> changedAndRead(Store.State state, List<Write> changes, Bytes member) {
        state.apply(changes.getFirst());
        OptionalLong between = state.read(new Read.RankOf(BOARD, member, Order.RISING));
        state.apply(changes.getLast());
        return List.of(
                between,
                state.read(new Read.RankOf(BOARD, member, Order.FALLING)),
                state.below(BOARD, 500, false),
                state.read(new Read.Ranks(BOARD, Order.RISING, 2000, 2010)));
    }

    @Test
    void whatAGroupChangedThatWasGivenUpIsForgotten() {
        try (RocksStore store = open(1 << 20);
                Store model = new MemoryStore()) {
            play(20, 250, store, model);
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> store.run(this::changesAndFails, Durability.RELAXED))
                        .isInstanceOf(StoreException.Unavailable.class);
                play(1, 2, store, model);
            }
            requireSame(store, model);
        }
    }

    private boolean changesAndFails(Store.State state) {
        for (int i = 0; i < 20; i++) {
            state.apply(change(BOARD));
        }
        throw new IllegalStateException("Given up");
    }

    @Test
    void rankingsThatBeginAnewOrMoveKeepTheirOwnLevels() {
        try (RocksStore store = open(1 << 20);
                Store model = new MemoryStore()) {
            for (int i = 0; i < 20; i++) {
                play(2, 250, store, model);
                Store.Program<Boolean> program = i % 2 == 0 ? this::rename : this::deleteAndAdd;
                long seed = random.nextLong();
                random.setSeed(seed);
                store.run(program, Durability.RELAXED);
                random.setSeed(seed);
                model.run(program, Durability.RELAXED);
            }
            requireSame(store, model);
        }
    }

    /** While it moves, the set is empty for a moment, and has no levels. */
    @Test
    void aMemberThatIsAloneMoves() {
        try (RocksStore store = open(1 << 20);
                Store model = new MemoryStore()) {
            for (int i = 0; i < 200; i++) {
                for (int score = 0; score < 3; score++) {
                    Batch batch = Batch.builder()
                            .rankAdd(BOARD, Bytes.of("lone-" + i), score)
                            .relaxed()
                            .build();
                    assertThat(store.commit(batch)).isEqualTo(model.commit(batch));
                    assertThat(store.read(new Read.RankOf(BOARD, Bytes.of("lone-" + i), Order.RISING)))
                            .hasValue(0);
                }
                play(1, 10, store, model);
                requireSame(store, model);
                store.apply(Batch.builder().delete(BOARD));
                model.apply(Batch.builder().delete(BOARD));
            }
        }
    }

    private boolean rename(Store.State state) {
        state.apply(change(BOARD));
        state.move(BOARD, OTHER);
        state.apply(change(BOARD));
        state.apply(change(OTHER));
        state.apply(new Write.Delete(BOARD));
        state.move(OTHER, BOARD);
        return true;
    }

    private boolean deleteAndAdd(Store.State state) {
        state.apply(new Write.RankTrim(BOARD, Order.FALLING, 1));
        for (int i = 0; i < 100; i++) {
            state.apply(change(BOARD));
        }
        return true;
    }

    private void play(int batches, int changes, Store store, Store model) {
        for (int i = 0; i < batches; i++) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int j = 0; j < changes; j++) {
                batch.write(change(BOARD));
            }
            assertThat(store.commit(batch.build())).isEqualTo(model.commit(batch.build()));
        }
    }

    private Write change(Key key) {
        return random.nextInt(8) == 0
                ? new Write.RankRemove(key, List.of(member()))
                : new Write.RankAdd(key, member(), random.nextInt(1000), Write.Replace.ALWAYS);
    }

    private Bytes member() {
        return Bytes.of("member-" + random.nextInt(MEMBERS));
    }

    private void requireSame(Store store, Store model) {
        List<Ranked> expected = model.ranks(BOARD, Order.RISING, 0, -1);
        assertThat(store.ranks(BOARD, Order.RISING, 0, -1)).isEqualTo(expected);
        for (int i = random.nextInt(20); i < expected.size(); i += 20) {
            assertThat(store.read(new Read.RankOf(BOARD, expected.get(i).member(), Order.RISING)))
                    .hasValue(i);
            assertThat(store.ranks(BOARD, Order.RISING, i, i)).containsExactly(expected.get(i));
        }
    }
}
