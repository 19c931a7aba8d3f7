package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
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
import java.util.stream.Stream;

/**
 * Races of real threads, let loose together. When they are done, the index must name exactly the sessions that live,
 * without anybody having listed or pruned it: only crashes and passed lives leave entries for later.
 */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends SessionSuite {
    private static final int CAP = 5;
    private static final int SIGN_INS = 6;

    /** Every touch is due, so that each one writes. */
    private static final SessionPolicy BUSY =
            new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), CAP, AtCap.END_OLDEST, Duration.ZERO);

    /** One round of a race, in a fixture of its own. */
    private interface Round {
        void run(SessionFixture fixture) throws Exception;
    }

    private void rounds(IndexKind kind, SessionPolicy policy, int started, Round round) throws Exception {
        for (int i = 0; i < Rounds.of(10); i++) {
            round.run(fixture(kind, policy).started(started));
        }
    }

    private static List<Callable<Object>> signIns(SessionFixture fixture, int count) {
        List<Callable<Object>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            actions.add(fixture::start);
        }
        return actions;
    }

    @IndexKind.Each
    void endingAllDuringSignInsLeavesNothingHalf(IndexKind kind) throws Exception {
        rounds(kind, cap(20, AtCap.END_OLDEST), 2, fixture -> {
            List<String> before = List.copyOf(fixture.acknowledged());
            List<Callable<Object>> actions = signIns(fixture, SIGN_INS);
            for (int place = 1; place <= 2 * SIGN_INS; place += 2) {
                actions.add(
                        Math.min(place, actions.size()),
                        () -> fixture.sessions().endAll(fixture.user));
            }
            Race.run(actions);
            fixture.assertIndexIsTheTruth();
            assertThat(before).noneMatch(fixture::lives);
            assertThat(fixture.unacknowledged()).noneMatch(fixture::lives);
            assertThat(fixture.sessions().endAll(fixture.user))
                    .filteredOn(Ended::lived)
                    .hasSizeLessThanOrEqualTo(Math.min(fixture.cap(), SIGN_INS));
            fixture.assertEmpty();
        });
    }

    @IndexKind.Each
    void signInsAtTheCapNeverPassItAndTellWhomTheyEnded(IndexKind kind) throws Exception {
        int signIns = kind.isRecord() ? 16 : SIGN_INS;
        rounds(kind, cap(CAP, AtCap.END_OLDEST), CAP, fixture -> {
            AtomicInteger running = new AtomicInteger(signIns);
            List<Callable<Object>> actions = signIns(fixture, signIns);
            actions.replaceAll(signIn -> counted(signIn, running));
            actions.add(() -> watch(fixture, running));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).doesNotContain(new Start.Refused());
            assertThat(fixture.living()).hasSize(fixture.cap());
            fixture.assertLive(fixture.living());
            assertThat(fixture.unacknowledged()).noneMatch(fixture::lives);
            assertEveryEndWasTold(fixture, outcomes);
        });
    }

    /** Whoever ended a session said so, because somebody may remember it elsewhere. */
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

    private static Callable<Object> counted(Callable<Object> signIn, AtomicInteger running) {
        return () -> {
            try {
                return signIn.call();
            } finally {
                running.decrementAndGet();
            }
        };
    }

    /**
     * Counts the acknowledged sessions that live, again and again. None returns from the dead, so all that are seen alive
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
        rounds(kind, cap(CAP, AtCap.REFUSE), CAP - 1, fixture -> {
            List<Object> outcomes = Race.run(signIns(fixture, SIGN_INS));
            assertThat(outcomes).filteredOn(Start.Started.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Start.Refused.class::isInstance).hasSize(SIGN_INS - 1);
            fixture.assertIndexIsTheTruth();
        });
    }

    @IndexKind.Each
    void signingOutAndChangingDuringSignInsDisturbsNobody(IndexKind kind) throws Exception {
        rounds(kind, cap(CAP, AtCap.END_OLDEST), 1, fixture -> {
            Session before = fixture.first();
            List<Callable<Object>> actions = signIns(fixture, 4);
            for (int i = 0; i < 4; i++) {
                String name = "name-" + i;
                actions.add(2 * i, () -> fixture.end(fixture.firstSid()));
                actions.add(() -> fixture.sessions().change(before, document -> document.with("name", name)));
            }
            Race.run(actions);
            assertThat(fixture.living()).hasSize(Math.min(4, fixture.cap())).doesNotContain(fixture.firstSid());
            fixture.assertLive(fixture.living());
        });
    }

    @IndexKind.Each
    void aSessionThatEndsDuringAChangeStaysEnded(IndexKind kind) throws Exception {
        rounds(kind, POLICY, 1, fixture -> {
            Session seen = fixture.first();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                actions.add(() -> changeTwice(fixture.sessions(), seen));
            }
            actions.add(1, () -> fixture.end(fixture.firstSid()).isPresent());
            assertThat(Race.run(actions)).contains(true);
            fixture.assertGone(fixture.firstSid());
            fixture.assertEmpty();
        });
    }

    /** Changes the session, and what came of that again, as long as it is there. */
    private static Change changeTwice(Sessions sessions, Session seen) {
        Change change = sessions.change(seen, document -> document.with("name", "renewed"));
        return change instanceof Change.Changed changed
                ? sessions.change(changed.session(), document -> document.with("name", "again"))
                : change;
    }

    @IndexKind.Each
    void ofManyChangesOfOneVersionExactlyOneWins(IndexKind kind) throws Exception {
        rounds(kind, BUSY, 1, fixture -> {
            Session seen = fixture.first();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String name = "name-" + i;
                actions.add(() -> fixture.sessions().change(seen, document -> document.with("name", name)));
            }
            actions.add(1, () -> fixture.sessions().touch(seen));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).filteredOn(Change.Changed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Change.Superseded.class::isInstance).hasSize(2);
            fixture.assertVersion(fixture.first(), 2);
        });
    }

    @IndexKind.Each
    void aSessionThatEndsDuringTouchesStaysEnded(IndexKind kind) throws Exception {
        AtomicInteger round = new AtomicInteger();
        rounds(kind, BUSY, 2, fixture -> {
            Session seen = fixture.first();
            boolean all = round.getAndIncrement() % 2 == 0;
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                actions.add(() -> touchTwice(fixture.sessions(), seen));
            }
            actions.add(2, () -> all ? fixture.sessions().endAll(fixture.user) : fixture.end(fixture.firstSid()));
            Race.run(actions);
            fixture.assertGone(fixture.firstSid());
            fixture.assertIndexIsTheTruth();
        });
    }

    private static Touch touchTwice(Sessions sessions, Session seen) {
        Touch touch = sessions.touch(seen);
        return touch instanceof Touch.Touched touched ? sessions.touch(touched.session()) : touch;
    }
}
