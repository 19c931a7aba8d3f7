package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes the batch of a step. */
final class Changes {
    private static final int AMEND = 20;
    private static final int KINDS = AMEND + 1;
    /** For each key the kinds of write that suit the type it usually has, so that not every write is a wrong one. */
    private static final int[][] USUAL = {
        {0, 0, 1, 2, 3},
        {4, 4, 3, 1},
        {5, 5, 6},
        {7, 7, 7, 8, 9, 10},
        {11, 11, 12, 13, 14, 17},
        {15, 15, 16},
        {19, 19, 20, 20, 20, 20, 20, 20, 3, 1}
    };

    private final HistoryFixture fixture;
    private final RandomGenerator random;
    private final int partition;

    private Changes(HistoryFixture fixture, Step.Change change) {
        this.fixture = fixture;
        this.random = new SplittableRandom(change.seed());
        this.partition = change.partition();
    }

    /** The batch of this step; empty when all of it was left out. */
    static Optional<Batch> batch(HistoryFixture fixture, Step.Change change) {
        return new Changes(fixture, change).batch(change);
    }

    private Optional<Batch> batch(Step.Change change) {
        if (random.nextInt(4) == 0) {
            Batch deferred = new Batch(List.of(), List.of(count()), Durability.DEFERRED);
            return (change.dropped() & 1) == 0 ? Optional.of(deferred) : Optional.empty();
        }
        List<Guard> guards = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        int guardCount = Math.max(0, random.nextInt(6) - 3);
        int writeCount = random.nextInt(8) == 0 ? random.nextInt(20) : random.nextInt(1, 5);
        for (int i = 0; i < guardCount; i++) {
            Guard guard = guard();
            if ((change.dropped() & 1L << i) == 0) {
                guards.add(guard);
            }
        }
        for (int i = 0; i < writeCount; i++) {
            Write write = write(writes);
            if ((change.dropped() & 1L << (guardCount + i)) == 0) {
                writes.add(write);
            }
        }
        keepOneFamilyPerKey(writes);
        Amendments.keepSound(writes);
        if (guards.isEmpty() && writes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Batch(guards, writes, Palette.choice(random, Durability.class)));
    }

    private static void keepOneFamilyPerKey(List<Write> writes) {
        Map<String, Write.Family> families = new HashMap<>();
        writes.removeIf(write -> write.family() != Write.Family.ANY
                && families.computeIfAbsent(write.key().name(), name -> write.family()) != write.family());
    }

    /** What a store may count in memory, most of it at keys that hold numbers. */
    private Write count() {
        return random.nextInt(3) == 0
                ? throttle(fixture.throttle(partition, random))
                : simple(4, fixture.key(partition, random.nextInt(8) == 0 ? random.nextInt(HistoryFixture.KEYS) : 1));
    }

    private Guard guard() {
        int index = random.nextInt(HistoryFixture.KEYS + 1);
        Key key = fixture.key(partition, index);
        if (fixture.holdsInstants(key)) {
            return Guard.present(key);
        }
        boolean suits = random.nextInt(4) != 0;
        return switch (random.nextInt(10)) {
            case 0 -> Guard.absent(key);
            case 1 -> Guard.present(key);
            case 2 -> Guard.equalTo(suits ? fixture.key(partition, random.nextInt(2)) : key, Palette.value(random));
            case 3 -> Guard.member(suits ? fixture.key(partition, 2) : key, Palette.member(random));
            case 4 -> Guard.notMember(suits ? fixture.key(partition, 2) : key, Palette.member(random));
            case 5 -> Guard.atLeast(suits ? fixture.key(partition, random.nextInt(2)) : key, Palette.delta(random));
            case 6 ->
                Guard.behind(
                        suits ? fixture.key(partition, 3) : key,
                        Palette.member(random),
                        Palette.score(random),
                        Palette.choice(random, Order.class));
            case 7 ->
                Guard.within(
                        suits ? fixture.key(partition, 3) : key,
                        Palette.member(random),
                        Palette.score(random),
                        Palette.choice(random, Order.class),
                        Math.max(1, keep()));
            case 8 ->
                Guard.elementAt(
                        suits ? fixture.key(partition, random.nextInt(3, 5)) : key,
                        random.nextInt(-4, 4),
                        Palette.member(random));
            default ->
                Guard.sizeBelow(suits ? fixture.key(partition, random.nextInt(2, 6)) : key, random.nextInt(-1, 6));
        };
    }

    private Write write(List<Write> earlier) {
        int index = random.nextInt(6) == 0 ? Amendments.INDEX : random.nextInt(HistoryFixture.KEYS);
        if (random.nextInt(12) == 0) {
            return onThrottle();
        }
        boolean usual = random.nextInt(6) != 0;
        int kind = usual ? USUAL[index][random.nextInt(USUAL[index].length)] : random.nextInt(KINDS);
        Key key = fixture.key(partition, index);
        return kind == AMEND ? Amendments.amend(key, counted(earlier), random) : change(kind, key);
    }

    private Write change(int kind, Key key) {
        return kind < 7 ? simple(kind, key) : structured(kind, key);
    }

    /** Keys that a tally may count: usually one that the batch has written. */
    private Supplier<Key> counted(List<Write> earlier) {
        return () -> {
            int choice = random.nextInt(1000);
            return earlier.isEmpty() || choice < 100
                    ? fixture.key(partition, choice % HistoryFixture.KEYS)
                    : earlier.get(choice % earlier.size()).key();
        };
    }

    private Write onThrottle() {
        Key key = fixture.throttle(partition, random);
        return switch (random.nextInt(8)) {
            case 0 -> new Write.Delete(key);
            case 1 -> new Write.Expire(key, fixture.lives().fresh(random, fixture.now()));
            default -> throttle(key);
        };
    }

    /** Real clocks get periods so long that the time between two calls does not show in what is compared. */
    private Write throttle(Key key) {
        long limit = random.nextInt(1, 6);
        Duration period = fixture.lives().held()
                ? Duration.ofMillis(random.nextInt(1, 8) * 100L).plusNanos(random.nextInt(3) * 1234L)
                : Duration.ofDays(360);
        return new Write.Throttle(key, limit, period, random.nextLong(1, limit + 1));
    }

    private Write simple(int kind, Key key) {
        return switch (kind) {
            case 0 -> new Write.Put(key, Palette.value(random), fixture.lives().any(random, fixture.now()));
            case 1 -> new Write.Delete(key);
            case 2 -> new Write.Take(key);
            case 3 -> new Write.Expire(key, fixture.lives().fresh(random, fixture.now()));
            case 4 -> add(key, fixture.lives().fresh(random, fixture.now()));
            case 5 -> new Write.SetAdd(key, Palette.members(random));
            default -> new Write.SetRemove(key, Palette.members(random));
        };
    }

    private Write add(Key key, Expiry end) {
        boolean mends = end instanceof Expiry.After && random.nextBoolean();
        return new Write.Add(key, Palette.delta(random), end, mends);
    }

    private Write structured(int kind, Key key) {
        return switch (kind) {
            case 7 ->
                new Write.RankAdd(
                        key,
                        Palette.member(random),
                        Palette.score(random),
                        Palette.choice(random, Write.Replace.class));
            case 8 -> new Write.RankRemove(key, Palette.members(random));
            case 9 -> new Write.RankTrim(key, Palette.choice(random, Order.class), keep());
            case 10 -> new Write.RankDrop(key, Palette.score(random), Palette.score(random));
            case 11 -> new Write.ListPush(key, Palette.choice(random, Write.End.class), Palette.members(random));
            case 12 -> new Write.ListTrim(key, Palette.choice(random, Write.End.class), keep());
            case 13 -> new Write.ListSet(key, Palette.position(random), Palette.member(random));
            case 14 -> new Write.ListRemove(key, Palette.member(random));
            case 15 -> new Write.HashPut(key, Palette.member(random), Palette.value(random));
            case 16 -> new Write.HashRemove(key, Palette.members(random));
            case 17 -> new Write.ListReplace(key, Palette.member(random), Palette.member(random));
            case 18 -> end(key);
            default ->
                new Write.Put(key, Amendments.object(random), fixture.lives().any(random, fixture.now()));
        };
    }

    private Write end(Key key) {
        Expiry expiry = fixture.lives().fresh(random, fixture.now());
        return expiry instanceof Expiry.After after && random.nextBoolean()
                ? new Write.Prolong(key, after.life())
                : new Write.Expire(key, expiry);
    }

    private long keep() {
        return random.nextInt(20) == 0 ? Long.MAX_VALUE : random.nextInt(6);
    }
}
