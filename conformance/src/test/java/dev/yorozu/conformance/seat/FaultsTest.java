package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.oauth.GrantHolders.Writing;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.Optional;
import java.util.function.BiFunction;

/** Everything that writes, killed or cut off at each of its calls to the store. */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends SeatSuite {
    /** More calls than anything here makes. */
    private static final int MOST_CALLS = 20;

    private record Scene(SeatFixture table, Seat seat, Issued issued) {}

    private interface Aftermath<T> {
        /** @param answer what the act gave, where it came through all the same */
        void check(Scene scene, Optional<T> answer, Fault fault);
    }

    private Scene scene(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        return new Scene(table, seat, table.issue(seat));
    }

    /** Cuts the act off on a scene of its own, at each call and in each way. */
    private <T> void everywhere(Storage storage, BiFunction<Store, Scene, T> act, Aftermath<T> aftermath) {
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(act.apply(counting, scene(storage))).isNotNull();
        assertThat(counting.calls()).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= counting.calls(); call++) {
                Scene scene = scene(storage);
                Optional<T> answer;
                try {
                    answer = Optional.of(act.apply(FaultyStore.failing(store(), fault, call), scene));
                } catch (StoreException expected) {
                    answer = Optional.empty();
                }
                aftermath.check(scene, answer, fault);
            }
        }
    }

    @InBothStorages
    void aSignInThatIsCutOffLeavesNobodyUnlisted(Storage storage) {
        everywhere(storage, (store, scene) -> scene.table().take(store), (scene, answer, fault) -> {
            SeatFixture table = scene.table();
            table.assertNobodyUnlisted();
            answer.ifPresent(taken -> table.assertSitsAlone(taken.seat()));
            if (answer.isEmpty() && !fault.kills()) {
                // Who lives on cleans up: at most the one who sat there is left.
                assertThat(table.living()).allMatch(scene.seat().token()::equals);
                assertThat(table.listed()).allMatch(scene.seat().keyPart()::equals);
            }
            Seat next = table.sit();
            assertThat(table.listed()).containsExactly(next.keyPart());
            table.assertNobodyUnlisted();
            assertThat(table.seats().find(scene.seat().token())).isEmpty();
        });
    }

    @InBothStorages
    void anEndThatIsCutOffLeavesNobodyUnlistedAndIsDoneByTheNext(Storage storage) {
        everywhere(
                storage,
                (store, scene) -> scene.table().seats(store).end(scene.seat().token()),
                (scene, answer, fault) -> {
                    scene.table().assertNobodyUnlisted();
                    scene.table().seats().end(scene.seat().token());
                    assertThat(scene.table().living()).isEmpty();
                    scene.table().assertRefuses(scene.issued());
                });
        everywhere(
                storage,
                (store, scene) -> scene.table().seats(store).endAll(scene.table().user),
                (scene, answer, fault) -> {
                    scene.table().assertNobodyUnlisted();
                    scene.table().seats().endAll(scene.table().user);
                    scene.table().assertEmpty();
                });
    }

    @InBothStorages
    void aRenewalThatIsCutOffIsWholeWhereItCounts(Storage storage) {
        everywhere(
                storage,
                (store, scene) -> scene.table().seats(store).change(scene.seat(), grant("1"), clock().instant()),
                (scene, answer, fault) -> {
                    Seat current =
                            scene.table().seats().find(scene.seat().token()).orElseThrow();
                    answer.ifPresent(writing -> {
                        assertThat(writing).isInstanceOf(Writing.Written.class);
                        assertThat(current.accessToken()).isEqualTo("access-1");
                    });
                    scene.table().assertSitsAlone(current);
                    scene.table().assertAdmits(scene.issued());
                });
    }

    /** A record that ends before the session would leave one that no sign-in finds and ends. */
    @InBothStorages
    void aRenewalThatIsCutOffLeavesNoSessionThatOutlivesItsRecord(Storage storage) {
        everywhere(
                storage,
                (store, scene) -> {
                    clock().advance(LIFE.dividedBy(2));
                    return scene.table().seats(store).change(scene.seat(), grant("1"), clock().instant());
                },
                (scene, answer, fault) -> scene.table().assertRecordOutlives(scene.seat()));
    }

    /** The provider takes the old tokens back when it grants new ones, so these must not be lost for want of a copy. */
    @InBothStorages
    void aRenewalWhoseCopyCannotBeWrittenIsOneAllTheSame(Storage storage) {
        for (int call : new int[] {1, 3, 4}) {
            Scene scene = scene(storage);
            Store faulty = FaultyStore.failing(store(), Fault.REFUSED, call);
            assertThat(scene.table().seats(faulty).change(scene.seat(), grant("1"), clock().instant()))
                    .isInstanceOf(Writing.Written.class);
            assertThat(scene.table().seats().find(scene.seat().token()).map(Seat::accessToken))
                    .hasValue("access-1");
        }
    }

    @InBothStorages
    void aRefreshThatIsCutOffIsAnsweredAtTheNextTry(Storage storage) {
        everywhere(
                storage,
                (store, scene) -> scene.table().refresh(store, scene.issued().refreshToken()),
                (scene, answer, fault) -> {
                    SeatFixture table = scene.table();
                    Issued next =
                            given(table.refresh(scene.issued().refreshToken())).orElseThrow();
                    answer.ifPresent(refresh -> assertThat(given(refresh)).hasValue(next));
                    table.assertAdmits(next);
                    refreshed(table.refresh(next.refreshToken()));
                });
    }

    @InBothStorages
    void reuseThatIsCutOffIsRecognisedAtTheNextTry(Storage storage) {
        everywhere(
                storage,
                (store, scene) -> {
                    Issued first = scene.issued();
                    refreshed(scene.table().refresh(first.refreshToken()));
                    clock().advance(GRACE);
                    return scene.table().refresh(store, first.refreshToken());
                },
                (scene, answer, fault) -> {
                    assertThat(scene.table().refresh(scene.issued().refreshToken()))
                            .isInstanceOf(Refresh.Reused.class);
                    scene.table().assertRefuses(scene.issued());
                });
    }

    @InBothStorages
    void whoCannotAskLetsNobodyIn(Storage storage) {
        Scene scene = scene(storage);
        Store dead = FaultyStore.failing(store(), Fault.KILLED_BEFORE, 1);
        assertThatThrownBy(() -> scene.table().tokens(dead).check(scene.issued().accessToken()))
                .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> scene.table().seats(dead).find(scene.seat().token()))
                .isInstanceOf(StoreException.class);
    }
}
