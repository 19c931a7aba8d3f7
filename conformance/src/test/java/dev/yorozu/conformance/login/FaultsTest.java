package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Check;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. Nothing that was acknowledged is lost,
 * nothing comes back from the dead, and the next request finishes what was begun.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends LoginSuite {
    /** More calls than anything here makes. */
    private static final int MOST_CALLS = 40;

    /** What a test does through the store that fails. */
    private interface Act {
        void through(Store store, LoginFixture stage);
    }

    /** What a test sees through the store that works. */
    private interface Aftermath {
        /** @param acknowledged whether the act came through all the same */
        void check(LoginFixture stage, boolean acknowledged);
    }

    /** Cuts the act off on a stage of its own, at each call and in each way. */
    private void everywhere(Storage storage, Supplier<LoginFixture> prepare, Act act, Aftermath aftermath) {
        FaultyStore counting = FaultyStore.counting(store());
        act.through(counting, prepare.get());
        assertThat(counting.calls()).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= counting.calls(); call++) {
                if (inTurn(storage, fault.ordinal() + call)) {
                    LoginFixture stage = prepare.get();
                    boolean through = comesThrough(FaultyStore.failing(store(), fault, call), stage, act);
                    aftermath.check(stage, through);
                }
            }
        }
    }

    private static boolean comesThrough(Store faulty, LoginFixture stage, Act act) {
        try {
            act.through(faulty, stage);
            return true;
        } catch (StoreException expected) {
            return false;
        }
    }

    @InBothStorages
    void aSignInThatIsCutOffCostsNobodyElseASession(Storage storage) {
        for (int before : new int[] {1, CAP}) {
            everywhere(
                    storage,
                    () -> stage(storage).signedIn(before),
                    (store, stage) -> {
                        clock().advance(SECOND);
                        stage.signIn(store, false);
                    },
                    (stage, acknowledged) -> {
                        List<Tokens> kept = stage.given()
                                .subList(before == CAP ? 1 : 0, stage.given().size());
                        kept.forEach(stage::assertLives);
                        stage.assertSettled();
                        clock().advance(SECOND);
                        stage.assertLives(stage.signIn());
                        stage.assertSettled();
                    });
        }
    }

    @InBothStorages
    void aRefreshThatIsCutOffIsAnsweredAtTheNextTry(Storage storage) {
        everywhere(
                storage,
                () -> stage(storage).signedIn(2),
                (store, stage) -> stage.refresh(store, stage.first().refreshToken()),
                (stage, acknowledged) -> {
                    Tokens next = LoginSuite.given(stage.refresh(stage.first().refreshToken()))
                            .orElseThrow();
                    if (acknowledged) {
                        assertThat(next.refreshToken())
                                .isEqualTo(stage.given().get(2).refreshToken());
                    }
                    stage.assertLives(next);
                    stage.assertLives(stage.given().get(1));
                    stage.assertLives(refreshed(stage.refresh(next.refreshToken())));
                    stage.assertSettled();
                });
    }

    @InBothStorages
    void reuseThatIsCutOffIsFinishedByTheNextTry(Storage storage) {
        everywhere(
                storage,
                () -> {
                    LoginFixture stage = stage(storage).signedIn(3);
                    refreshed(stage.refresh(stage.first().refreshToken()));
                    clock().advance(GRACE);
                    return stage;
                },
                (store, stage) -> stage.refresh(store, stage.first().refreshToken()),
                (stage, acknowledged) -> {
                    assertThat(LoginSuite.given(stage.refresh(stage.first().refreshToken())))
                            .isEmpty();
                    stage.given().forEach(stage::assertDead);
                    stage.assertSettled();
                });
    }

    @InBothStorages
    void aRevokedTokenWhoseRefreshIsCutOffStaysRevoked(Storage storage) {
        everywhere(
                storage,
                () -> {
                    LoginFixture stage = stage(storage).signedIn(2);
                    store().commit(Batch.builder()
                            .put(
                                    UserKeys.REVOKED_REFRESH.key(
                                            stage.refreshJwt(stage.first()).id()),
                                    "true",
                                    Expiry.after(MINUTE))
                            .build());
                    return stage;
                },
                (store, stage) -> stage.refresh(store, stage.first().refreshToken()),
                (stage, acknowledged) -> {
                    assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Revoked());
                    stage.assertDead(stage.first());
                    stage.assertLives(stage.given().get(1));
                    stage.assertSettled();
                });
    }

    @InBothStorages
    void aLogoutThatIsCutOffIsALogoutOrNone(Storage storage) {
        everywhere(
                storage,
                () -> stage(storage).signedIn(2),
                (store, stage) -> {
                    Check check = stage.logins(store).check(stage.first().accessToken());
                    Caller caller = ((Check.Admitted) check).caller();
                    stage.logins(store).logout(caller, Optional.of(stage.first().refreshToken()));
                },
                (stage, acknowledged) -> {
                    if (stage.admitted(stage.first())) {
                        assertThat(acknowledged).isFalse();
                        stage.logins().logout(stage.caller(stage.first()), Optional.empty());
                    }
                    stage.assertDead(stage.first());
                    stage.assertLives(stage.given().get(1));
                    stage.assertSettled();
                });
    }

    @InBothStorages
    void endingAllThatIsCutOffIsFinishedByTheNext(Storage storage) {
        everywhere(
                storage,
                () -> stage(storage).signedIn(3),
                (store, stage) -> stage.logins(store).endAll(stage.user()),
                (stage, acknowledged) -> {
                    List<Session> left = stage.logins().sessions(stage.user());
                    assertThat(acknowledged && !left.isEmpty()).isFalse();
                    assertThat(stage.logins().endAll(stage.user())).isEqualTo(left.size());
                    stage.given().forEach(stage::assertDead);
                    stage.assertSettled();
                });
    }

    @InBothStorages
    void aCheckThatIsCutOffEndsNobodyAndLetsNobodyBackIn(Storage storage) {
        everywhere(
                storage,
                () -> {
                    LoginFixture stage = stage(storage).signedIn(2);
                    clock().advance(MINUTE);
                    stage.logins().end(stage.user(), LoginFixture.sid(stage.first()));
                    return stage;
                },
                (store, stage) -> {
                    stage.logins(store).check(stage.given().get(1).accessToken());
                    stage.logins(store).check(stage.first().accessToken());
                },
                (stage, acknowledged) -> {
                    stage.assertDead(stage.first());
                    stage.assertLives(stage.given().get(1));
                    stage.assertSettled();
                });
    }
}
