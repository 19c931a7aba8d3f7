package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class BatchTest {
    private static final Expiry NEVER = Expiry.never();
    private static final Bytes A = Bytes.of("a");
    private static final Key KEY = Key.of("test:", "here", ":key");

    private static List<Write> oneOfEachFamily() {
        return List.of(
                new Write.Put(KEY, A, NEVER),
                new Write.Add(KEY, 1, NEVER),
                new Write.Throttle(KEY, 1, Duration.ofSeconds(1), 1),
                new Write.SetAdd(KEY, List.of(A)),
                new Write.RankAdd(KEY, A, 1, Write.Replace.ALWAYS),
                new Write.ListPush(KEY, Write.End.HEAD, List.of(A)),
                new Write.HashPut(KEY, A, A));
    }

    @Test
    void anEmptyBatchIsRefused() {
        assertThatThrownBy(() -> Batch.builder().build()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysOfOnePartitionMayHaveAnyNames() {
        assertThatCode(() -> Batch.builder()
                        .require(Guard.absent(Key.of("here")))
                        .put(KEY, "x", NEVER)
                        .delete(Key.of("other:", "here", ""))
                        .build())
                .doesNotThrowAnyException();
    }

    @Test
    void twoPartitionsAreRefusedInGuardsAndWritesAlike() {
        Key elsewhere = Key.of("test:", "elsewhere", ":key");
        assertThatThrownBy(() -> Batch.builder().delete(KEY).delete(elsewhere).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one partition")
                .hasMessageNotContaining("elsewhere");
        assertThatThrownBy(() -> Batch.builder()
                        .require(Guard.absent(elsewhere))
                        .delete(KEY)
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Batch.builder()
                        .require(Guard.absent(KEY))
                        .require(Guard.present(elsewhere))
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesOfTwoFamiliesToOneKeyAreRefused() {
        for (Write first : oneOfEachFamily()) {
            for (Write second : oneOfEachFamily()) {
                if (first.family() != second.family()) {
                    assertThatThrownBy(() ->
                                    Batch.builder().write(first).write(second).build())
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
        }
    }

    @Test
    void twoFamiliesAreFoundAmongManyWritesToo() {
        for (Write second : oneOfEachFamily()) {
            Batch.Builder batch = Batch.builder().delete(KEY);
            for (int i = 0; i < 100; i++) {
                batch.add(Key.of("test:", "here", ":" + i), 1);
            }
            batch.add(KEY, 1).write(second);
            if (second.family() == Write.Family.COUNTER) {
                assertThatCode(batch::build).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(batch::build).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void writesWithoutFamilyGoWithAll() {
        for (Write write : oneOfEachFamily()) {
            assertThatCode(() -> Batch.builder()
                            .delete(KEY)
                            .write(write)
                            .expire(KEY, NEVER)
                            .write(write)
                            .build())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void twoFamiliesMayBeWrittenToTwoKeys() {
        assertThatCode(() -> Batch.builder()
                        .add(KEY, 1)
                        .setAdd(Key.of("test:", "here", ":set"), A)
                        .build())
                .doesNotThrowAnyException();
    }

    @Test
    void guardsWritesAndElementsCountAsOperations() {
        Batch batch = Batch.builder()
                .require(Guard.present(KEY))
                .setAdd(KEY, A, A, A)
                .setRemove(KEY, A, A)
                .delete(KEY)
                .build();
        assertThat(batch.operations()).isEqualTo(7);
    }

    private static Write.Amend.Change set(String... path) {
        return new Write.Amend.Change(List.of(path), new Write.Amend.Literal(Bytes.of("1")));
    }

    private static Write.Amend.Change tally(Key key) {
        return new Write.Amend.Change(List.of("count"), new Write.Amend.Tally(key));
    }

    @Test
    void eachChangeOfAnAmendmentIsAnOperation() {
        Batch batch = Batch.builder().amend(KEY, set("a"), set("b"), set("c")).build();
        assertThat(batch.operations()).isEqualTo(3);
    }

    @Test
    void anAmendedKeyIsNotWrittenAgain() {
        Write amend = new Write.Amend(KEY, List.of(set("a")));
        for (Write other :
                List.of(amend, new Write.Put(KEY, A, NEVER), new Write.Delete(KEY), new Write.Expire(KEY, NEVER))) {
            assertThatThrownBy(() -> Batch.builder().write(amend).write(other).build())
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Batch.builder().write(other).write(amend).build())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aTallyNeedsAnEarlierWriteThatCounts() {
        Key counted = Key.of("test:", "here", ":counted");
        for (Write write : oneOfEachFamily()) {
            Write counting = moved(write, counted);
            boolean counts = switch (write.family()) {
                case COUNTER, SET, RANK, LIST, HASH -> true;
                case ANY, VALUE, THROTTLE -> false;
            };
            Batch.Builder batch = Batch.builder().write(counting).amend(KEY, tally(counted));
            if (counts) {
                assertThat(batch.build().telling(new Write.Amend.Tally(counted)))
                        .isEqualTo(counting);
            } else {
                assertThatThrownBy(batch::build).isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> Batch.builder()
                            .amend(KEY, tally(counted))
                            .write(counting)
                            .build())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Write moved(Write write, Key key) {
        return switch (write) {
            case Write.Add add -> new Write.Add(key, add.delta(), add.onCreate(), add.mends());
            case Write.SetAdd add -> new Write.SetAdd(key, add.members());
            case Write.RankAdd add -> new Write.RankAdd(key, add.member(), add.score(), add.replace());
            case Write.ListPush push -> new Write.ListPush(key, push.end(), push.values());
            case Write.HashPut put -> new Write.HashPut(key, put.field(), put.value());
            case Write.Throttle throttle ->
                new Write.Throttle(key, throttle.limit(), throttle.period(), throttle.cost());
            case Write.Put put -> new Write.Put(key, put.value(), put.expiry());
            default -> throw new IllegalArgumentException("Not one of each family");
        };
    }

    @Test
    void whatTellsATallyIsTheFirstWriteThatCounts() {
        Key counted = Key.of("test:", "here", ":counted");
        Batch batch = Batch.builder()
                .delete(counted)
                .setAdd(counted, A)
                .setRemove(counted, A)
                .amend(KEY, tally(counted))
                .build();
        assertThat(batch.telling(new Write.Amend.Tally(counted))).isInstanceOf(Write.SetAdd.class);
    }

    @Test
    void theFirstKeyNamesThePartition() {
        Key guarded = Key.of("guarded:", "here", "");
        assertThat(Batch.builder()
                        .delete(KEY)
                        .require(Guard.absent(guarded))
                        .build()
                        .first())
                .isEqualTo(guarded);
        assertThat(Batch.builder().delete(KEY).build().first()).isEqualTo(KEY);
    }

    @Test
    void aBatchIsDurableUnlessRelaxed() {
        assertThat(Batch.builder().delete(KEY).build().durability()).isEqualTo(Durability.DURABLE);
        assertThat(Batch.builder().delete(KEY).relaxed().build().durability()).isEqualTo(Durability.RELAXED);
    }

    @Test
    void aBatchDoesNotChangeWithTheListsItWasMadeFrom() {
        List<Write> writes = new ArrayList<>(List.of(new Write.Delete(KEY)));
        Batch batch = new Batch(List.of(), writes, Durability.DURABLE);
        writes.clear();
        assertThat(batch.writes()).hasSize(1);
    }

    @Test
    void writesThatMakeNoSenseAreRefused() {
        Duration second = Duration.ofSeconds(1);
        List<ThrowingCallable> wrong = List.of(
                () -> new Write.Add(KEY, Long.MIN_VALUE, NEVER),
                () -> new Write.Add(KEY, 1, Expiry.keep()),
                () -> new Write.Add(KEY, 1, NEVER, true),
                () -> new Write.Expire(KEY, Expiry.keep()),
                () -> new Write.SetAdd(KEY, List.of()),
                () -> new Write.RankAdd(KEY, A, Double.NaN, Write.Replace.ALWAYS),
                () -> new Write.RankDrop(KEY, Double.NaN, 1),
                () -> new Write.RankTrim(KEY, Order.RISING, -1),
                () -> new Write.ListTrim(KEY, Write.End.HEAD, -1),
                () -> new Write.Amend(KEY, List.of()),
                () -> new Write.Amend(KEY, List.of(set("a"), set("a"))),
                () -> new Write.Amend(KEY, List.of(set("a", "b"), set("c"), set("a"))),
                () -> new Write.Amend(KEY, List.of(set("a"), set("a", "b", "c"))),
                () -> set(),
                () -> set("a", "b", "c", "d", "e"),
                () -> set("a b"),
                () -> set("a.b"),
                () -> set("é"),
                () -> set("a", ""),
                () -> Guard.behind(KEY, A, Double.NaN, Order.RISING),
                () -> new Write.Throttle(KEY, 0, second, 1),
                () -> new Write.Throttle(KEY, 5, second, 0),
                () -> new Write.Throttle(KEY, 5, second, 6),
                () -> new Write.Throttle(KEY, 1_000_001, second, 1),
                () -> new Write.Throttle(KEY, 5, Duration.ZERO, 1),
                () -> new Write.Throttle(KEY, 5, Duration.ofDays(367), 1));
        assertThat(wrong).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void minusZeroIsTheScoreZero() {
        Write.RankAdd add = new Write.RankAdd(KEY, A, -0.0, Write.Replace.ALWAYS);
        assertThat(Double.doubleToRawLongBits(add.score())).isZero();
    }
}
