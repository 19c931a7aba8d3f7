package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plays steps on two stores, and finds the first on which they do not agree. */
final class Player {
    private static final int[] ADVANCES = {1, 2, 50, 100, 100, 100, 200, 300, 1000, 5000};

    private final Store reference;
    private final Store candidate;
    private final Lives lives;
    private final @Nullable HeldClock clock;

    /**
     * A player for two stores.
     *
     * @param clock the clock that both stores read; null when they read real ones
     */
    Player(Store reference, Store candidate, Lives lives, @Nullable HeldClock clock) {
        this.reference = reference;
        this.candidate = candidate;
        this.lives = lives;
        this.clock = clock;
    }

    /** Plays the steps on a new fixture, compares what is there at the end, and clears the fixture. */
    Optional<Difference> play(List<Step> steps) {
        Performance performance = new Performance(newStage());
        try {
            for (int i = 0; i < steps.size(); i++) {
                Optional<Difference> difference = performance.perform(i, steps.get(i));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return performance.compareContents(steps.size());
        } finally {
            performance.clear();
        }
    }

    /** What a step would do on a fixture, for people. */
    String describe(Step step) {
        HistoryFixture fixture = newStage();
        return switch (step) {
            case Step.Change change ->
                Changes.batch(fixture, change).map(Notation::of).orElse("nothing");
            case Step.Send send ->
                Notation.of(batches(fixture, send)) + " and " + Notation.of(Questions.of(fixture, send));
            case Step.Ask ask -> Notation.of(Questions.of(fixture, ask));
            case Step.Advance advance -> "the clock moves on by " + time(advance);
        };
    }

    private static List<Batch> batches(HistoryFixture fixture, Step.Send send) {
        return send.changes().stream()
                .flatMap(change -> Changes.batch(fixture, change).stream())
                .toList();
    }

    private HistoryFixture newStage() {
        return new HistoryFixture(UUID.randomUUID().toString(), lives, clock == null ? InstantSource.system() : clock);
    }

    private static Duration time(Step.Advance advance) {
        return Duration.ofMillis(ADVANCES[new SplittableRandom(advance.seed()).nextInt(ADVANCES.length)]);
    }

    private final class Performance {
        private final HistoryFixture fixture;
        /** Partitions that may still hold keys with short real lives. */
        private final Set<Integer> unsettled = new HashSet<>();

        Performance(HistoryFixture fixture) {
            this.fixture = fixture;
        }

        Optional<Difference> perform(int index, Step step) {
            return switch (step) {
                case Step.Change change -> change(index, change);
                case Step.Send send -> send(index, send, batches(fixture, send), Questions.of(fixture, send));
                case Step.Ask ask -> ask(index, Questions.of(fixture, ask));
                case Step.Advance advance -> {
                    if (clock != null) {
                        clock.advance(time(advance));
                    }
                    yield Optional.empty();
                }
            };
        }

        Optional<Difference> compareContents(int index) {
            settle();
            Outcome names = Outcome.of(() -> Contents.names(reference, fixture));
            Optional<Difference> difference =
                    compare(index, () -> "All keys", names, Outcome.of(() -> Contents.names(candidate, fixture)));
            for (Key key : fixture.keys()) {
                if (difference.isEmpty()) {
                    difference = compare(
                            index,
                            () -> "Contents of " + Notation.of(key),
                            Outcome.of(() -> Contents.at(reference, fixture, key)),
                            Outcome.of(() -> Contents.at(candidate, fixture, key)));
                }
            }
            return difference;
        }

        void clear() {
            Contents.clear(reference, fixture);
            Contents.clear(candidate, fixture);
        }

        private Optional<Difference> change(int index, Step.Change change) {
            Optional<Batch> batch = Changes.batch(fixture, change);
            if (batch.isEmpty()) {
                return Optional.empty();
            }
            if (unsettled.contains(change.partition())) {
                settle();
            }
            if (lives == Lives.SHORT && mayEndSoon(batch.get())) {
                unsettled.add(change.partition());
            }
            return compare(
                    index,
                    () -> Notation.of(batch.get()),
                    Outcome.of(() -> reference.commit(batch.get())),
                    Outcome.of(() -> candidate.commit(batch.get())));
        }

        private Optional<Difference> send(int index, Step.Send step, List<Batch> batches, List<Read<?>> questions) {
            if (isProgram(step)) {
                return compare(
                        index,
                        () -> "Program of " + Notation.of(batches) + " and " + Notation.of(questions),
                        Outcome.of(() -> Programs.run(reference, batches, questions)),
                        Outcome.of(() -> Programs.run(candidate, batches, questions)));
            }
            return compare(
                    index,
                    () -> Notation.of(batches) + " and " + Notation.of(questions),
                    Outcome.of(() -> sent(reference, batches, questions)),
                    Outcome.of(() -> sent(candidate, batches, questions)));
        }

        /** Every other one, where both stores run programs. */
        private boolean isProgram(Step.Send send) {
            return send.seed() % 2 == 0
                    && reference.relay().isEmpty()
                    && candidate.relay().isEmpty();
        }

        /** What became of each, in the order in which they were added: questions among the batches. */
        private static List<Object> sent(Store store, List<Batch> batches, List<Read<?>> questions) {
            RoundTrip trip = new RoundTrip(store);
            List<RoundTrip.Answer<?>> answers = new ArrayList<>();
            int half = questions.size() / 2;
            questions.subList(0, half).forEach(question -> answers.add(trip.read(question)));
            batches.forEach(batch -> answers.add(trip.commit(batch)));
            questions.subList(half, questions.size()).forEach(question -> answers.add(trip.read(question)));
            trip.send();
            return answers.stream()
                    .map(answer -> Outcome.of(answer::get).value())
                    .toList();
        }

        private Optional<Difference> ask(int index, List<Read<?>> questions) {
            settle();
            return compare(
                    index,
                    () -> Notation.of(questions),
                    Outcome.of(() -> answers(reference, questions)),
                    Outcome.of(() -> answers(candidate, questions)));
        }

        private static List<Object> answers(Store store, List<Read<?>> questions) {
            return questions.size() == 1 ? List.of(store.read(questions.getFirst())) : store.readAll(questions);
        }

        /** Waits until no short life is left, so that the next answers do not depend on the moment. */
        private void settle() {
            if (unsettled.isEmpty()) {
                return;
            }
            try {
                Thread.sleep(Lives.LONGEST_SHORT_LIFE.plusMillis(2));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while lives passed", e);
            }
            unsettled.clear();
        }

        private Optional<Difference> compare(int index, Supplier<String> subject, Outcome expected, Outcome actual) {
            return expected.agrees(actual, lives)
                    ? Optional.empty()
                    : Optional.of(new Difference(
                            index, subject.get(), Notation.of(expected.value()), Notation.of(actual.value())));
        }
    }

    private static boolean mayEndSoon(Batch batch) {
        return batch.writes().stream()
                .map(write -> switch (write) {
                    case Write.Put put -> put.expiry();
                    case Write.Add add -> add.onCreate();
                    case Write.Expire expire -> expire.expiry();
                    case Write.Prolong prolong -> Expiry.after(prolong.life());
                    default -> Expiry.never();
                })
                .anyMatch(expiry ->
                        expiry instanceof Expiry.After after && after.life().compareTo(Lives.LONGEST_SHORT_LIFE) <= 0);
    }
}
