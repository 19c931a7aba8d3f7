package dev.yorozu.store.testkit.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.seat.Ended;
import dev.yorozu.seat.Seat;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.testkit.InBothStorages;
import java.util.List;

/** How sessions end, one after the other. */
abstract class EndsContract extends SeatTheme {
    EndsContract(SeatsContract contract) {
        super(contract);
    }

    @InBothStorages
    void anEndLeavesNothingAndAnEndOfNothingIsNoFault(Storage storage) {
        Table table = table(storage);
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
        Table table = table(storage);
        Seat first = table.sit();
        Seat second = table.sit();
        assertThat(table.seats().end(first.token())).isFalse();
        assertThat(table.seats().end(first)).isFalse();
        table.assertSitsAlone(second);
    }

    @InBothStorages
    void aSessionThatWasSeenEndsUnlessItWasRenewedSince(Storage storage) {
        Table table = table(storage);
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
        Table table = table(storage);
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
        Seat seat = table.sit();
        Table neighbour = table(storage);
        Seat other = neighbour.sit();
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(1, List.of(seat.keyPart())));
        table.assertEmpty();
        neighbour.assertSitsAlone(other);
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
    }

    @InBothStorages
    void aRecordThatListsTheDeadCountsNobodyAndGoes(Storage storage) {
        Table table = table(storage);
        Seat seat = table.sit();
        store().commit(Batch.builder().delete(table.session(seat.token())).build());
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of(seat.keyPart())));
        table.assertEmpty();
    }

    @InBothStorages
    void anEmptiedStoreLetsNobodyIn(Storage storage) {
        Table table = table(storage);
        Seat seat = table.sit();
        var issued = table.issue(seat);
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
