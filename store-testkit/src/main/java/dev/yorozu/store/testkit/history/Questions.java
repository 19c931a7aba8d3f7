package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the questions of a step. */
final class Questions {
    private static final Read.Form<Bytes> TEXT = new Read.Form<>() {
        @Override
        public Optional<Bytes> make(Key key, Bytes text) {
            return Optional.of(text);
        }

        @Override
        public int bytes(Bytes kept) {
            return kept.length();
        }
    };

    private Questions() {}

    /** Questions of every kind about keys of every partition; not about footprints, which each store counts its own way. */
    static List<Read<?>> of(HistoryFixture fixture, Step.Ask ask) {
        RandomGenerator random = new SplittableRandom(ask.seed());
        int count = random.nextInt(4) == 0 ? random.nextInt(2, 30) : 1;
        return Stream.<Read<?>>generate(() -> question(fixture, random.nextInt(fixture.partitions()), random))
                .limit(count)
                .toList();
    }

    /** Questions that go with batches, about keys that they do not change. */
    static List<Read<?>> of(HistoryFixture fixture, Step.Send send) {
        RandomGenerator random = new SplittableRandom(send.seed());
        Set<Integer> changed =
                send.changes().stream().map(Step.Change::partition).collect(Collectors.toSet());
        List<Integer> others = IntStream.range(0, fixture.partitions())
                .filter(partition -> !changed.contains(partition))
                .boxed()
                .toList();
        return Stream.<Read<?>>generate(() -> question(fixture, others.get(random.nextInt(others.size())), random))
                .limit(others.isEmpty() ? 0 : random.nextInt(6))
                .toList();
    }

    private static Read<?> question(HistoryFixture fixture, int partition, RandomGenerator random) {
        int index = random.nextInt(HistoryFixture.KEYS + 1);
        Key key = fixture.key(partition, index);
        if (fixture.holdsInstants(key) || random.nextInt(4) == 0) {
            return random.nextBoolean() ? new Read.Type(key) : new Read.Remaining(key);
        }
        // The key's index stands for its usual type; now and then a question is about another.
        return switch (random.nextInt(8) == 0 ? random.nextInt(6) : index) {
            case 0, 1, 6 -> random.nextBoolean() ? new Read.Get(key) : new Read.Formed<>(key, TEXT);
            case 2 -> random.nextBoolean() ? new Read.Members(key) : new Read.IsMember(key, Palette.member(random));
            case 3 -> rank(key, random);
            case 4 -> new Read.Slice(key, Palette.position(random), Palette.position(random));
            case 5 -> random.nextBoolean() ? new Read.Fields(key) : new Read.Field(key, Palette.member(random));
            default -> new Read.Size(key);
        };
    }

    private static Read<?> rank(Key key, RandomGenerator random) {
        Order order = Palette.choice(random, Order.class);
        return switch (random.nextInt(4)) {
            case 0 -> new Read.RankOf(key, Palette.member(random), order);
            case 1 -> new Read.ScoreOf(key, Palette.member(random));
            case 2 -> new Read.Size(key);
            default -> new Read.Ranks(key, order, Palette.position(random), Palette.position(random));
        };
    }
}
