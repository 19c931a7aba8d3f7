package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.seat.Taken;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** One thing whole between any two steps of another. */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends SeatSuite {
    /** What a test does through a store that lets something else happen meanwhile. */
    private interface Act {
        void through(Store store, SeatFixture table, Seat before);
    }

    /** Tries the other at each step of the act, on a table of its own where somebody sits. */
    private void between(Storage storage, Act act, Other other, Consumer<SeatFixture> aftermath) {
        SeatFixture measured = table(storage);
        Seat sat = measured.sit();
        FaultyStore counting = FaultyStore.counting(store());
        act.through(counting, measured, sat);
        assertThat(counting.calls()).isPositive();
        for (int call = 1; call <= counting.calls() + 1; call++) {
            SeatFixture table = table(storage);
            Seat before = table.sit();
            FaultyStore torn = FaultyStore.meanwhile(store(), call, () -> other.happens(table, before));
            act.through(torn, table, before);
            aftermath.accept(table);
        }
    }

    private interface Other {
        void happens(SeatFixture table, Seat before);
    }

    private static void assertOneSits(SeatFixture table) {
        assertThat(table.living()).hasSize(1);
        table.assertSitsAlone(table.seats().find(table.living().getFirst()).orElseThrow());
    }

    /** The user's record has the tokens of the session that it lists, and not of one that is over. */
    private static void assertCopiesAgree(SeatFixture table) {
        if (table.storage == Storage.DOCUMENTED) {
            assertThat(table.document(table.userKey()).text("accessToken"))
                    .isEqualTo(table.document(table.session(table.living().getFirst()))
                            .text("accessToken"));
        }
    }

    @InBothStorages
    void aSignInBetweenTheStepsOfAnotherLeavesOneSitting(Storage storage) {
        between(
                storage,
                (store, table, before) -> {
                    Taken taken = table.take(store);
                    assertThat(taken.overtaken())
                            .isEqualTo(!table.living().contains(taken.seat().token()));
                },
                (table, before) -> table.take(),
                InterleavingsTest::assertOneSits);
    }

    @InBothStorages
    void aSignInThatEndsAllComesBeforeOrAfter(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.take(store),
                (table, before) -> table.seats().endAll(table.user),
                table -> {
                    table.assertNobodyUnlisted();
                    assertThat(table.living().size()).isLessThanOrEqualTo(1);
                    table.living().forEach(token -> assertThat(table.listed()).contains(table.keyPart(token)));
                    table.seats().endAll(table.user);
                    table.assertEmpty();
                });
    }

    @InBothStorages
    void aSignInBetweenTheStepsOfAnEndOfAllIsEndedOrListed(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.seats(store).endAll(table.user),
                (table, before) -> table.take(),
                table -> {
                    table.living().forEach(token -> assertThat(table.listed()).contains(table.keyPart(token)));
                    assertThat(table.living().size()).isLessThanOrEqualTo(1);
                });
    }

    @InBothStorages
    void aSignInBetweenTheStepsOfASignOutStays(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.seats(store).end(before.token()),
                (table, before) -> table.take(),
                table -> {
                    table.living().forEach(token -> assertThat(table.listed()).contains(table.keyPart(token)));
                    assertThat(table.living().size()).isLessThanOrEqualTo(1);
                });
        between(
                storage,
                (store, table, before) -> table.seats(store).end(before),
                (table, before) -> table.take(),
                table -> table.living()
                        .forEach(token -> assertThat(table.listed()).contains(table.keyPart(token))));
        between(
                storage,
                (store, table, before) -> table.seats(store).endOne(table.user, before.keyPart()),
                (table, before) -> table.take(),
                table -> table.living()
                        .forEach(token -> assertThat(table.listed()).contains(table.keyPart(token))));
    }

    @InBothStorages
    void aSignInBetweenTheStepsOfARenewalStays(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.seats(store).change(before, grant("1"), clock().instant()),
                (table, before) -> {
                    Seat next = table.sit();
                    table.assertSitsAlone(next);
                },
                table -> {
                    if (!table.living().isEmpty()) {
                        assertOneSits(table);
                        assertCopiesAgree(table);
                    }
                });
    }

    @InBothStorages
    void anEndBetweenTheStepsOfARenewalIsTheEnd(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.seats(store).change(before, grant("1"), clock().instant()),
                (table, before) -> table.seats().end(before.token()),
                table -> {
                    if (table.living().isEmpty()) {
                        table.assertEmpty();
                    } else {
                        // The other came after the last step, that is not at all.
                        assertOneSits(table);
                    }
                });
    }

    @InBothStorages
    void aRenewalBetweenTheStepsOfAnEndChangesNothing(Storage storage) {
        between(
                storage,
                (store, table, before) -> table.seats(store).end(before.token()),
                (table, before) -> table.seats().change(before, grant("1"), clock().instant()),
                SeatFixture::assertEmpty);
        between(
                storage,
                (store, table, before) -> table.seats(store).endAll(table.user),
                (table, before) -> table.seats().change(before, grant("1"), clock().instant()),
                SeatFixture::assertEmpty);
    }

    @InBothStorages
    void whatEndsTheSessionOrTheFamilyDuringARefreshEndsWhatCameOfIt(Storage storage) {
        SeatFixture measured = table(storage);
        FaultyStore counting = FaultyStore.counting(store());
        measured.refresh(counting, measured.issue(measured.sit()).refreshToken());
        for (int call = 1; call <= counting.calls(); call++) {
            SeatFixture table = table(storage);
            Seat seat = table.sit();
            Issued first = table.issue(seat);
            AtomicReference<Issued> last = new AtomicReference<>(first);
            Store taken = FaultyStore.meanwhile(store(), call, table::take);
            given(table.refresh(taken, first.refreshToken())).ifPresent(last::set);
            table.assertRefuses(last.get());
            assertThat(given(table.refresh(last.get().refreshToken()))).isEmpty();

            Issued second = table.issue(table.sit());
            Issued third = refreshed(table.refresh(second.refreshToken()));
            clock().advance(GRACE);
            last.set(third);
            Store reused = FaultyStore.meanwhile(
                    store(),
                    call,
                    () -> assertThat(table.refresh(second.refreshToken())).isInstanceOf(Refresh.Reused.class));
            given(table.refresh(reused, third.refreshToken())).ifPresent(last::set);
            table.assertRefuses(last.get());
            assertThat(table.refresh(last.get().refreshToken())).isEqualTo(new Refresh.Invalid());
        }
    }
}
