package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Logins of real threads, let loose together. */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends LoginSuite {
    private static final int THREADS = 32;

    /** 20 rounds with documented and with hardened storage in turn; in a long run 1,000 with each. */
    @InBothStorages
    void ofManyRefreshesOneWinsAndAllHoldTheSamePair(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            LoginFixture stage = stage(storage).signedIn(2);
            String token = stage.first().refreshToken();
            List<Refresh> outcomes = Race.run(THREADS, () -> stage.refresh(token));
            Tokens won = refreshed(outcomes.stream()
                    .filter(Refresh.Refreshed.class::isInstance)
                    .findFirst()
                    .orElseThrow());
            assertThat(outcomes.stream().filter(Refresh.Repeated.class::isInstance))
                    .hasSize(THREADS - 1)
                    .allSatisfy(outcome -> {
                        assertThat(repeated(outcome).accessToken()).isEqualTo(won.accessToken());
                        assertThat(repeated(outcome).refreshToken()).isEqualTo(won.refreshToken());
                    });
            stage.assertLives(won);
            assertThat(stage.record(LoginFixture.sid(won)).number("version")).hasValue(2);
            stage.assertSettled();
        }
    }

    @InBothStorages
    void whateverEndsASessionDuringRefreshesItStaysEnded(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(12); round++) {
            LoginFixture stage = stage(storage).signedIn(2);
            Tokens first = stage.first();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                actions.add(() -> stage.refresh(first.refreshToken()));
            }
            boolean all = round % 3 == 2;
            actions.add(3, ending(stage, round % 3));
            Race.run(actions);
            stage.given().stream()
                    .filter(tokens -> all || LoginFixture.sid(tokens).equals(LoginFixture.sid(first)))
                    .forEach(stage::assertDead);
            assertThat(stage.admitted(stage.given().get(1))).isEqualTo(!all);
            stage.assertSettled();
        }
    }

    private static Callable<Object> ending(LoginFixture stage, int kind) {
        return switch (kind) {
            case 0 -> {
                Caller caller = stage.caller(stage.first());
                yield () -> {
                    stage.logins().logout(caller, Optional.of(stage.first().refreshToken()));
                    return true;
                };
            }
            case 1 -> () -> stage.logins().end(stage.user(), LoginFixture.sid(stage.first()));
            default -> () -> stage.logins().endAll(stage.user());
        };
    }

    @InBothStorages
    void reuseDuringRefreshesEndsAll(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LoginFixture stage = stage(storage).signedIn(3);
            Tokens current = refreshed(stage.refresh(stage.first().refreshToken()));
            clock().advance(GRACE);
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                actions.add(() -> stage.refresh(current.refreshToken()));
            }
            actions.add(2, () -> stage.refresh(stage.first().refreshToken()));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes.get(2)).isInstanceOf(Refresh.Reused.class);
            stage.given().forEach(stage::assertDead);
            stage.assertSettled();
        }
    }

    @InBothStorages
    void signInsAtTheCapNeverPassIt(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LoginFixture stage = stage(storage).signedIn(CAP);
            int signIns = 12;
            AtomicInteger running = new AtomicInteger(signIns);
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < signIns; i++) {
                actions.add(() -> {
                    try {
                        return stage.signIn();
                    } finally {
                        running.decrementAndGet();
                    }
                });
            }
            actions.add(() -> {
                do {
                    assertThat(store().size(stage.index())).isLessThanOrEqualTo(CAP);
                } while (running.get() > 0);
                return true;
            });
            Race.run(actions);
            assertThat(stage.given()).hasSize(CAP + signIns);
            assertThat(stage.given().stream().filter(stage::admitted)).hasSize(CAP);
            stage.assertSettled();
        }
    }

    @InBothStorages
    void signInsDuringAnEndOfAllAreWholeOrGone(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LoginFixture stage = stage(storage).signedIn(3);
            List<Tokens> before = List.copyOf(stage.given());
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                actions.add(stage::signIn);
            }
            actions.add(2, () -> stage.logins().endAll(stage.user()));
            Race.run(actions);
            before.forEach(stage::assertDead);
            stage.assertSettled();
        }
    }
}
