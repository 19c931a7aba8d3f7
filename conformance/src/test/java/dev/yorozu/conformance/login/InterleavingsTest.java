package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What happens when another server does something between any two calls of a refresh, a check or an end. */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends LoginSuite {
    /** No fewer calls than anything here makes. */
    private static final int CALLS = 16;

    private static final List<Consumer<LoginFixture>> ENDS = List.of(
            stage -> stage.logins().end(stage.user(), LoginFixture.sid(stage.first())),
            stage -> stage.logins().endAll(stage.user()),
            stage -> stage.logins()
                    .logout(
                            stage.caller(stage.first()),
                            Optional.of(stage.first().refreshToken())));

    @InBothStorages
    void aSessionThatEndsDuringARefreshStaysEnded(Storage storage) {
        for (Consumer<LoginFixture> end : ENDS) {
            for (int call = 1; call <= 3; call++) {
                LoginFixture stage = stage(storage).signedIn(1);
                Store busy = FaultyStore.meanwhile(store(), call, () -> end.accept(stage));
                Refresh refresh = stage.refresh(busy, stage.first().refreshToken());
                assertThat(LoginSuite.given(refresh).isPresent()).isEqualTo(call == 3);
                stage.given().forEach(stage::assertDead);
                assertThat(store().type(stage.index())).isEmpty();
            }
        }
    }

    @InBothStorages
    void aSessionThatEndsDuringACheckStaysEnded(Storage storage) {
        for (Consumer<LoginFixture> end : ENDS) {
            for (int call = 1; call <= 2; call++) {
                LoginFixture stage = stage(storage).signedIn(1);
                clock().advance(MINUTE);
                // The end itself checks and touches: both happen before the other's call.
                Store busy = FaultyStore.meanwhile(store(), call, () -> end.accept(stage));
                stage.logins(busy).check(stage.first().accessToken());
                stage.assertDead(stage.first());
                assertThat(store().type(stage.index())).isEmpty();
            }
        }
    }

    @InBothStorages
    void aRefreshThatAnotherOvertakesGivesTheSamePair(Storage storage) {
        for (int call = 1; call <= 2; call++) {
            LoginFixture stage = stage(storage).signedIn(1);
            String token = stage.first().refreshToken();
            Store busy = FaultyStore.meanwhile(store(), call, () -> refreshed(stage.refresh(token)));
            Tokens again = repeated(stage.refresh(busy, token));
            assertThat(again.refreshToken()).isEqualTo(stage.given().get(1).refreshToken());
            stage.assertLives(again);
        }
    }

    @InBothStorages
    void aRecordOlderThanTheRevocationEndsNothing(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        String token = stage.first().refreshToken();
        Store torn = new TornStore(store(), () -> refreshed(stage.refresh(token)));
        Tokens again = repeated(stage.refresh(torn, token));
        assertThat(again.refreshToken()).isEqualTo(stage.given().get(1).refreshToken());
        stage.assertLives(again);
        stage.assertSettled();
    }

    @InBothStorages
    void aTouchDuringARefreshIsNoObstacle(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        clock().advance(MINUTE);
        Store busy = FaultyStore.meanwhile(store(), 2, () -> stage.assertLives(stage.first()));
        Tokens next = refreshed(stage.refresh(busy, stage.first().refreshToken()));
        stage.assertLives(next);
        assertThat(stage.record(LoginFixture.sid(next)).number("version")).hasValue(2);
    }

    @InBothStorages
    void aRefreshDuringAnyEndIsGoneWithIt(Storage storage) {
        for (int kind = 0; kind < 3; kind++) {
            for (int call = 1; call <= CALLS; call++) {
                LoginFixture stage = stage(storage).signedIn(2);
                Caller caller = stage.caller(stage.first());
                Store busy = FaultyStore.meanwhile(
                        store(), call, () -> stage.refresh(stage.first().refreshToken()));
                switch (kind) {
                    case 0 -> stage.logins(busy).endAll(stage.user());
                    case 1 -> stage.logins(busy).end(stage.user(), LoginFixture.sid(stage.first()));
                    default -> stage.logins(busy).logout(caller, Optional.empty());
                }
                stage.given().stream()
                        .filter(tokens -> LoginFixture.sid(tokens).equals(LoginFixture.sid(stage.first())))
                        .forEach(stage::assertDead);
                stage.assertSettled();
            }
        }
    }

    @InBothStorages
    void aPlaceThatAnotherTookIsNotTakenTwice(Storage storage) {
        for (int call = 1; call <= 4; call++) {
            LoginFixture stage = stage(storage).signedIn(CAP);
            clock().advance(SECOND);
            Store busy = FaultyStore.meanwhile(store(), call, () -> {
                stage.logins().end(stage.user(), LoginFixture.sid(stage.first()));
                stage.signIn();
            });
            stage.signIn(busy, false);
            assertThat(store().size(stage.index())).isEqualTo(CAP);
            assertThat(stage.given().stream().filter(stage::admitted)).hasSize(CAP);
            stage.assertSettled();
        }
    }
}
