package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.seat.Ended;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.seat.Sitting;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import java.util.List;

/** How sessions end, one after the other. */
@OnEveryStore(heldClock = true)
final class EndsTest extends SeatSuite {
    @InBothStorages
    void anEndLeavesNothingAndAnEndOfNothingIsNoFault(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        assertThat(table.seats().end(seat.token())).isTrue();
        table.assertEmpty();
        assertThat(table.seats().find(seat.token())).isEmpty();
        assertThat(table.seats().end(seat.token())).isFalse();
        assertThat(table.seats().end("0".repeat(64))).isFalse();
        assertThat(table.seats().end("usertoken:" + table.user)).isFalse();
        assertThat(table.seats().end(seat)).isFalse();
    }

    @InBothStorages
    void anEndOfWhoWasOvertakenLeavesTheSeatAlone(Storage storage) {
        SeatFixture table = table(storage);
        Seat first = table.sit();
        Seat second = table.sit();
        assertThat(table.seats().end(first.token())).isFalse();
        assertThat(table.seats().end(first)).isFalse();
        table.assertSitsAlone(second);
    }

    @InBothStorages
    void aSessionThatWasSeenEndsUnlessItWasRenewedSince(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        table.seats().change(seat, grant("1"), clock().instant());
        assertThat(table.seats().end(seat)).isFalse();
        Seat current = table.seats().find(seat.token()).orElseThrow();
        table.assertSitsAlone(current);
        assertThat(table.seats().end(current)).isTrue();
        table.assertEmpty();
    }

    @InBothStorages
    void allOfAUserEndsWhateverTheRecordLists(Storage storage) {
        SeatFixture table = table(storage);
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
        Seat seat = table.sit();
        SeatFixture neighbour = table(storage);
        Seat other = neighbour.sit();
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(1, List.of(seat.keyPart())));
        table.assertEmpty();
        neighbour.assertSitsAlone(other);
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
    }

    @InBothStorages
    void aRecordThatListsTheDeadCountsNobodyAndGoes(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        store().commit(Batch.builder().delete(table.session(seat.token())).build());
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of(seat.keyPart())));
        table.assertEmpty();
    }

    @InBothStorages
    void operatorsSeeWhoSitsAndEndThatOneAlone(Storage storage) {
        SeatFixture table = table(storage);
        assertThat(table.seats().sittings(table.user)).isEmpty();
        assertThat(table.seats().sittings("no:user")).isEmpty();
        Seat seat = table.sit();
        List<Sitting> sittings = table.seats().sittings(table.user);
        assertThat(sittings).hasSize(1);
        Sitting sitting = sittings.getFirst();
        assertThat(sitting.publicId()).isEqualTo(seat.publicId());
        assertThat(sitting.since()).isEqualTo(clock().instant());
        assertThat(sitting.ends())
                .isBetween(
                        clock().instant().plus(LIFE).minusSeconds(30),
                        clock().instant().plus(LIFE).plusSeconds(5));
        assertThat(sitting.toString()).doesNotContain(seat.keyPart());
        SeatFixture neighbour = table(storage);
        Seat other = neighbour.sit();
        // Only what the user's own record lists is ended.
        assertThat(table.seats().endOne(table.user, other.keyPart())).isFalse();
        assertThat(table.seats().endOne("no:user", seat.keyPart())).isFalse();
        neighbour.assertSitsAlone(other);
        table.assertSitsAlone(seat);
        assertThat(table.seats().endOne(table.user, seat.keyPart())).isTrue();
        table.assertEmpty();
        assertThat(table.seats().sittings(table.user)).isEmpty();
        assertThat(table.seats().endOne(table.user, seat.keyPart())).isFalse();
    }

    @InBothStorages
    void whoIsOverDoesNotSit(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        store().commit(Batch.builder().delete(table.session(seat.token())).build());
        assertThat(table.seats().sittings(table.user)).isEmpty();
        assertThat(table.seats().endOne(table.user, seat.keyPart())).isFalse();
        table.assertEmpty();
    }

    @InBothStorages
    void anEmptiedStoreLetsNobodyIn(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        store().commit(Batch.builder().delete(table.session(seat.token())).build());
        store().commit(Batch.builder().delete(table.userKey()).build());
        store().commit(Batch.builder()
                .delete(table.refreshKey(issued.refreshToken()))
                .build());
        assertThat(table.seats().find(seat.token())).isEmpty();
        table.assertRefuses(issued);
        assertThat(given(table.refresh(issued.refreshToken()))).isEmpty();
        table.assertEmpty();
    }
}
