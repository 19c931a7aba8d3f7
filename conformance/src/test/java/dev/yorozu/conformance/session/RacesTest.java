package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Races of real threads, let loose together. When they are done, the index must name exactly the sessions that live, before
 * any listing or pruning: only crashes and passed lives leave entries for later.
 */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends SessionSuite {
    private static final int CAP = 5;

    /** Every touch is due, so that each one writes. */
    private static final SessionPolicy BUSY =
            new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), CAP, AtCap.END_OLDEST, Duration.ZERO);

    /** One round of a race, in a fixture of its own. */
    private interface Round {
        void run(SessionFixture fixture) throws Exception;
    }

    /** A thousand rounds in all with each index: half of them in each storage where it is kept in two. */
    private void rounds(IndexKind kind, SessionPolicy policy, int started, Round round) throws Exception {
        for (int i = 0; i < Rounds.of(10, kind == IndexKind.SORTED_SET ? 1000 : 500); i++) {
            round.run(fixture(kind, policy).started(started));
        }
    }

    /** How many threads a race has: few, to see that it holds at all; 32 in a long run. */
    private static int threads(int few) {
        return Rounds.isLong() ? 32 : few;
    }

    /** An action for each of so many threads, which is told its number. */
    private static List<Callable<Object>> actions(int count, IntFunction<Object> each) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(number -> action(() -> each.apply(number)))
                .toList());
    }

    @IndexKind.Each
    void endingAllDuringSignInsLeavesNothingHalf(IndexKind kind) throws Exception {
        int threads = threads(12);
        rounds(kind, cap(20, AtCap.END_OLDEST), 2, fixture -> {
            List<String> before = List.copyOf(fixture.acknowledged());
            Race.run(actions(threads, number -> number % 2 == 0 ? fixture.start() : fixture.endAll()));
            fixture.assertIndexIsTheTruth();
            assertThat(before).noneMatch(fixture::lives);
            assertThat(fixture.unacknowledged()).noneMatch(fixture::lives);
            assertThat(lived(fixture.endAll())).isLessThanOrEqualTo(Math.min(fixture.cap(), threads / 2));
            fixture.assertEmpty();
        });
    }

    @IndexKind.Each
    void signInsAtTheCapNeverPassItAndTellWhomTheyEnded(IndexKind kind) throws Exception {
        int signIns = threads(kind.isRecord() ? 17 : 7) - 1;
        rounds(kind, cap(CAP, AtCap.END_OLDEST), CAP, fixture -> {
            AtomicInteger running = new AtomicInteger(signIns);
            List<Callable<Object>> actions = actions(signIns, number -> {
                try {
                    return fixture.start();
                } finally {
                    running.decrementAndGet();
                }
            });
            actions.add(() -> watch(fixture, running));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).doesNotContain(new Start.Refused());
            assertThat(fixture.living()).hasSize(fixture.cap());
            fixture.assertLive(fixture.living());
            assertThat(fixture.unacknowledged()).noneMatch(fixture::lives);
            assertEveryEndWasTold(fixture, outcomes);
        });
    }

    /** A sign-in that ended a session tells so, because the session may be remembered elsewhere. */
    private static void assertEveryEndWasTold(SessionFixture fixture, List<Object> outcomes) {
        Set<String> told = new HashSet<>();
        outcomes.stream().flatMap(RacesTest::ended).forEach(each -> told.add(each.keyPart()));
        assertThat(fixture.drawn()).allMatch(sid -> told.contains(fixture.keyPart(sid)) != fixture.lives(sid));
    }

    private static Stream<Ended> ended(Object outcome) {
        return switch (outcome) {
            case Start.Started started -> started.ended().stream();
            case Start.Overtaken overtaken -> overtaken.ended().stream();
            default -> Stream.empty();
        };
    }

    /**
     * Counts the acknowledged sessions that live, again and again. None that ended lives again, so all that are seen alive
     * one after the other were alive together when the list of acknowledged ones was copied.
     */
    private static int watch(SessionFixture fixture, AtomicInteger running) {
        int looks = 0;
        boolean last;
        do {
            last = running.get() == 0;
            List<String> acknowledged = List.copyOf(fixture.acknowledged());
            assertThat(acknowledged.stream().filter(fixture::lives).count()).isLessThanOrEqualTo(fixture.cap());
            assertThat(fixture.indexed()).hasSizeLessThanOrEqualTo(fixture.cap());
            looks++;
        } while (!last);
        return looks;
    }

    @IndexKind.OfSeveral
    void signInsAtARefusingCapNeverPassIt(IndexKind kind) throws Exception {
        int threads = threads(6);
        rounds(kind, cap(CAP, AtCap.REFUSE), CAP - 1, fixture -> {
            List<Start> outcomes = Race.run(threads, () -> fixture.start());
            assertThat(outcomes).filteredOn(Start.Started.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Start.Refused.class::isInstance).hasSize(threads - 1);
            fixture.assertIndexIsTheTruth();
        });
    }

    @IndexKind.Each
    void signingOutAndChangingDuringSignInsDisturbsNoOther(IndexKind kind) throws Exception {
        int signIns = threads(12) / 3;
        rounds(kind, cap(signIns + 1, AtCap.END_OLDEST), 1, fixture -> {
            Session before = fixture.first();
            Race.run(actions(
                    threads(12),
                    number -> number >= 2 * signIns
                            ? fixture.rename(before, "name-" + number)
                            : number % 2 == 0 ? fixture.end(fixture.firstSid()) : fixture.start()));
            assertThat(fixture.living())
                    .hasSize(Math.min(signIns, fixture.cap()))
                    .doesNotContain(fixture.firstSid());
            fixture.assertLive(fixture.living());
        });
    }

    @IndexKind.Each
    void ofManyChangesOfOneVersionExactlyOneWins(IndexKind kind) throws Exception {
        int threads = threads(4);
        rounds(kind, BUSY, 1, fixture -> {
            Session seen = fixture.first();
            List<Object> outcomes = Race.run(actions(
                    threads, number -> number == 1 ? fixture.touch(seen) : fixture.rename(seen, "name-" + number)));
            assertThat(outcomes).filteredOn(Change.Changed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Change.Superseded.class::isInstance).hasSize(threads - 2);
            fixture.assertVersion(fixture.first(), 2);
        });
    }

    @IndexKind.Each
    void aSessionThatEndsDuringChangesOrTouchesStaysEnded(IndexKind kind) throws Exception {
        List<BiFunction<SessionFixture, Session, Object>> acts = List.of(RacesTest::changeTwice, RacesTest::touchTwice);
        for (BiFunction<SessionFixture, Session, Object> act : acts) {
            AtomicInteger round = new AtomicInteger();
            rounds(kind, BUSY, 2, fixture -> {
                Session seen = fixture.first();
                boolean all = round.getAndIncrement() % 2 == 0;
                List<Callable<Object>> actions = actions(threads(5), number -> act.apply(fixture, seen));
                actions.set(
                        2,
                        () -> all
                                ? lived(fixture.endAll()) > 0
                                : fixture.end(fixture.firstSid()).isPresent());
                assertThat(Race.run(actions).get(2)).isEqualTo(true);
                fixture.assertGone(fixture.firstSid());
                fixture.assertIndexIsTheTruth();
            });
        }
    }

    /** Changes the session, and what came of that again, as long as it is there. */
    private static Change changeTwice(SessionFixture fixture, Session seen) {
        Change change = fixture.rename(seen, "renewed");
        return change instanceof Change.Changed changed ? fixture.rename(changed.session(), "again") : change;
    }

    private static Touch touchTwice(SessionFixture fixture, Session seen) {
        Touch touch = fixture.touch(seen);
        return touch instanceof Touch.Touched touched ? fixture.touch(touched.session()) : touch;
    }
}
