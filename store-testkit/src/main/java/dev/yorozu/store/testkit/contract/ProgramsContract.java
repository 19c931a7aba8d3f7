package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Programs: reads and writes that follow from one another, as one step. A store that runs none says so. */
abstract class ProgramsContract extends ContractFixture {
    private static final int THREADS = 16;
    private static final int TURNS = 20;

    private final Key left = elsewhere("left");
    private final Key right = elsewhere("right");

    private <R> R run(Store.Program<R> program) {
        return store().run(program, Durability.RELAXED);
    }

    /** Whether the store runs programs; where it does not, that it refuses them. */
    private boolean runs() {
        boolean relays = store().relay().isPresent();
        if (relays) {
            assertThatThrownBy(() -> run(Store.State::now)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> store().view(List.of(left), Store.State::now))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
        return !relays;
    }

    @Test
    void aProgramSeesWhatItWroteInAnyPartition() {
        if (runs()) {
            String seen = run(state -> {
                state.apply(new Write.Put(left, bytes("1"), NEVER));
                state.apply(new Write.ListPush(right, Write.End.TAIL, List.of(bytes("a"), bytes("b"))));
                state.apply(new Write.Delete(left));
                state.apply(new Write.SetAdd(left, List.of(bytes("m"))));
                return state.read(new Read.Get(key("none"))).isPresent()
                        + " " + state.read(new Read.Slice(right, 0, -1)).size()
                        + " " + state.read(new Read.Members(left)).size();
            });
            assertThat(seen).isEqualTo("false 2 1");
            assertThat(store().members(left)).containsExactly(bytes("m"));
            assertThat(store().slice(right, 0, -1)).containsExactly(bytes("a"), bytes("b"));
        }
    }

    @Test
    void everyQuestionIsAnsweredFromWhatTheProgramWrote() {
        if (runs()) {
            run(state -> {
                state.apply(new Write.RankAdd(left, bytes("a"), 1, Write.Replace.ALWAYS));
                state.apply(new Write.RankAdd(left, bytes("b"), 2.5, Write.Replace.ALWAYS));
                state.apply(new Write.HashPut(right, bytes("f"), bytes("v")));
                state.apply(new Write.Expire(right, Expiry.after(Duration.ofHours(1))));
                assertThat(state.read(new Read.ScoreOf(left, bytes("b")))).hasValue(2.5);
                assertThat(state.read(new Read.RankOf(left, bytes("b"), Order.RISING)))
                        .isEqualTo(OptionalLong.of(1));
                assertThat(state.read(new Read.Ranks(left, Order.FALLING, 0, 0))
                                .getFirst()
                                .member())
                        .isEqualTo(bytes("b"));
                assertThat(state.below(left, 2.5, false)).isEqualTo(1);
                assertThat(state.below(left, 2.5, true)).isEqualTo(2);
                assertThat(state.below(key("none"), 2.5, true)).isZero();
                assertThat(state.read(new Read.Field(right, bytes("f")))).hasValue(bytes("v"));
                assertThat(state.read(new Read.Fields(right))).hasSize(1);
                assertThat(state.read(new Read.Size(left))).isEqualTo(2);
                assertThat(state.read(new Read.Footprint(left))).isPositive();
                return state.read(new Read.Remaining(right)).isPresent();
            });
            assertEndsWithin(right, Duration.ofHours(1));
        }
    }

    @Test
    void aFaultChangesNothingAndTheProgramGoesOn() {
        if (runs()) {
            apply(batch -> batch.setAdd(left, bytes("m")));
            boolean refused = run(state -> {
                boolean wrong = false;
                try {
                    state.apply(new Write.ListPush(left, Write.End.HEAD, List.of(bytes("x"))));
                } catch (StoreException.WrongType expected) {
                    wrong = true;
                }
                state.apply(new Write.Put(right, bytes("done"), NEVER));
                return wrong;
            });
            assertThat(refused).isTrue();
            assertThat(store().members(left)).containsExactly(bytes("m"));
            assertValue(right, "done");
        }
    }

    @Test
    void whatAProgramThrowsBeforeItWritesIsItsCallersAlone() {
        if (runs()) {
            apply(batch -> batch.setAdd(left, bytes("m")));
            assertThatThrownBy(() -> run(state -> state.read(new Read.Get(left))))
                    .isInstanceOf(StoreException.WrongType.class);
            assertThatThrownBy(() -> run(state -> {
                        throw new ArithmeticException("of the program");
                    }))
                    .isInstanceOf(ArithmeticException.class);
            String tooLong = "k".repeat(2000);
            assertThatThrownBy(() -> run(state -> state.read(new Read.Get(elsewhere(tooLong)))))
                    .isInstanceOf(StoreException.LimitExceeded.class);
            apply(batch -> batch.put(right, "on", NEVER));
            assertValue(right, "on");
        }
    }

    @Test
    void aMovedValueKeepsItsElementsAndItsLife() {
        if (runs()) {
            apply(batch -> batch.listPush(left, Write.End.TAIL, bytes("a"), bytes("b"))
                    .expire(left, Expiry.after(Duration.ofMinutes(10))));
            apply(batch -> batch.put(right, "old", NEVER));
            run(state -> {
                state.move(left, right);
                return true;
            });
            assertAbsent(left);
            assertThat(store().slice(right, 0, -1)).containsExactly(bytes("a"), bytes("b"));
            assertEndsWithin(right, Duration.ofMinutes(10));
            apply(batch -> batch.listPush(left, Write.End.TAIL, bytes("new")));
            assertThat(store().slice(right, 0, -1)).hasSize(2);
        }
    }

    @Test
    void aViewSeesOneMomentAndWritesNothing() throws Exception {
        if (runs()) {
            // Both keys always hold the same; a look at both must never find them different.
            List<Boolean> same = Race.of(2, number -> {
                for (int i = 0; i < 200; i++) {
                    Bytes value = bytes("" + i);
                    if (number == 0) {
                        run(state -> {
                            state.apply(new Write.Put(left, value, NEVER));
                            return state.apply(new Write.Put(right, value, NEVER));
                        });
                    } else if (!store().view(List.of(left, right), ProgramsContract.this::same)) {
                        return false;
                    }
                }
                return true;
            });
            assertThat(same).containsOnly(true);
        }
    }

    private boolean same(Store.State state) {
        return state.read(new Read.Get(left)).equals(state.read(new Read.Get(right)));
    }

    @Test
    void noTwoProgramsComeBetweenEachOther() throws Exception {
        if (runs()) {
            Race.run(THREADS, () -> {
                for (int i = 0; i < TURNS; i++) {
                    run(state -> {
                        long count = state.read(new Read.Get(left))
                                .map(Bytes::text)
                                .map(Long::valueOf)
                                .orElse(0L);
                        return state.apply(new Write.Put(left, Bytes.of(count + 1), NEVER));
                    });
                }
                return true;
            });
            assertValue(left, "" + THREADS * TURNS);
        }
    }

    @Test
    void theRevisionTellsOfEveryEarlierChange() throws Exception {
        if (runs()) {
            // Whoever finds the revision that it saw before must find the count that it saw, too.
            Race.run(THREADS, () -> {
                for (int i = 0; i < TURNS; ) {
                    long revision = store().revision(left).orElseThrow();
                    long seen = store().get(left)
                            .map(Bytes::text)
                            .map(Long::valueOf)
                            .orElse(0L);
                    i += run(state -> {
                        if (state.revision(left) != revision) {
                            return 0;
                        }
                        state.apply(new Write.Put(left, Bytes.of(seen + 1), NEVER));
                        return 1;
                    });
                }
                return true;
            });
            assertValue(left, "" + THREADS * TURNS);
        }
    }
}
