package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Races of real threads, let loose together. When they are done, the index must name exactly the sessions that live,
 * without anybody having listed or pruned it: only crashes and passed lives leave entries for later.
 */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends SessionSuite {
    private static final int CAP = 5;
    private static final int SIGN_INS = 6;

    private SessionFixture scene(Storage storage, SessionPolicy policy) {
        return new SessionFixture(store(), storage, policy, clock());
    }

    /** Every touch is due, so that each one writes. */
    private static SessionPolicy busy() {
        return new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), CAP, AtCap.END_OLDEST, Duration.ZERO);
    }

    @InBothStorages
    void endingAllDuringSignInsLeavesNothingHalf(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, cap(20, AtCap.END_OLDEST)).started(2);
            List<String> before = List.copyOf(scene.acknowledged());
            List<Callable<Object>> actions = signIns(scene, SIGN_INS);
            actions.add(1, () -> scene.sessions().endAll(scene.user()));
            actions.add(() -> scene.sessions().endAll(scene.user()));
            Race.run(actions);
            scene.assertIndexIsTheTruth();
            assertThat(before).noneMatch(scene::lives);
            assertThat(scene.unacknowledged()).noneMatch(scene::lives);
        }
    }

    private static List<Callable<Object>> signIns(SessionFixture scene, int count) {
        List<Callable<Object>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            actions.add(() -> scene.start(scene.sessions()));
        }
        return actions;
    }

    @InBothStorages
    void signInsAtTheCapNeverPassIt(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, cap(CAP, AtCap.END_OLDEST)).started(CAP);
            AtomicInteger running = new AtomicInteger(SIGN_INS);
            List<Callable<Object>> actions = signIns(scene, SIGN_INS);
            actions.replaceAll(signIn -> counted(signIn, running));
            actions.add(() -> watch(scene, running));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).doesNotContain(new Start.Refused());
            assertThat(scene.indexed()).hasSize(CAP);
            scene.assertIndexIsTheTruth();
            assertThat(scene.unacknowledged()).noneMatch(scene::lives);
        }
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
    private int watch(SessionFixture scene, AtomicInteger running) {
        int looks = 0;
        boolean last;
        do {
            last = running.get() == 0;
            List<String> acknowledged = List.copyOf(scene.acknowledged());
            assertThat(acknowledged.stream().filter(scene::lives).count()).isLessThanOrEqualTo(CAP);
            assertThat(store().size(scene.index())).isLessThanOrEqualTo(CAP);
            looks++;
        } while (!last);
        return looks;
    }

    @InBothStorages
    void signInsAtARefusingCapNeverPassIt(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, cap(CAP, AtCap.REFUSE)).started(CAP - 1);
            List<Object> outcomes = Race.run(signIns(scene, SIGN_INS));
            assertThat(outcomes.stream().filter(Start.Started.class::isInstance))
                    .hasSize(1);
            assertThat(outcomes.stream().filter(Start.Refused.class::isInstance))
                    .hasSize(SIGN_INS - 1);
            scene.assertIndexIsTheTruth();
        }
    }

    @InBothStorages
    void aSessionThatEndsDuringAChangeStaysEnded(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, POLICY).started(1);
            Session seen = scene.first();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                actions.add(() -> changeTwice(scene.sessions(), seen));
            }
            actions.add(1, () -> scene.sessions().end(scene.firstSid()));
            assertThat(Race.run(actions)).contains(true);
            assertGone(storage, scene.firstSid());
            assertThat(store().type(scene.index())).isEmpty();
        }
    }

    /** Changes the session, and what came of that again, as long as it is there. */
    private static Change changeTwice(Sessions sessions, Session seen) {
        Change change = sessions.change(seen, document -> document.with("access_token", "renewed"));
        return change instanceof Change.Changed changed
                ? sessions.change(changed.session(), document -> document.with("access_token", "again"))
                : change;
    }

    @InBothStorages
    void ofManyChangesOfOneVersionExactlyOneWins(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, busy()).started(1);
            Session seen = scene.first();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String name = "name-" + i;
                actions.add(() -> scene.sessions().change(seen, document -> document.with("name", name)));
            }
            actions.add(1, () -> scene.sessions().touch(seen));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes.stream().filter(Change.Changed.class::isInstance))
                    .hasSize(1);
            assertThat(outcomes.stream().filter(Change.Superseded.class::isInstance))
                    .hasSize(2);
            assertThat(scene.first().version()).isEqualTo(2);
        }
    }

    @InBothStorages
    void aSessionThatEndsDuringTouchesStaysEnded(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SessionFixture scene = scene(storage, busy()).started(2);
            Session seen = scene.first();
            boolean all = round % 2 == 0;
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                actions.add(() -> touchTwice(scene.sessions(), seen));
            }
            actions.add(
                    2,
                    () -> all
                            ? scene.sessions().endAll(scene.user())
                            : scene.sessions().end(scene.firstSid()));
            Race.run(actions);
            assertGone(storage, scene.firstSid());
            scene.assertIndexIsTheTruth();
        }
    }

    private static Touch touchTwice(Sessions sessions, Session seen) {
        Touch touch = sessions.touch(seen);
        return touch instanceof Touch.Touched touched ? sessions.touch(touched.session()) : touch;
    }
}
