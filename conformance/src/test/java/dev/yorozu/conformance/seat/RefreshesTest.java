package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Refresh tokens, one after the other; and what lies in the store then. */
@OnEveryStore(heldClock = true)
final class RefreshesTest extends SeatSuite {
    @InBothStorages
    void aRefreshTokenLeavesExactlyTheDocumentedRecord(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        Document record = table.document(table.refreshKey(issued.refreshToken()));
        assertThat(record.names())
                .containsExactly("userId", "sessionToken", "createdAt", "expiresAt", "isUsed", "familyId");
        assertThat(record.text("userId")).hasValue(table.user);
        assertThat(record.text("sessionToken").equals(Optional.of(seat.token())))
                .isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(record.number("createdAt")).hasValue(clock().millis());
        assertThat(record.number("expiresAt"))
                .hasValue(clock().instant().plus(LIFE).toEpochMilli());
        assertThat(record.flag("isUsed")).hasValue(false);
        assertThat(record.text("familyId").orElseThrow()).matches("[0-9a-f]{32}");
        assertLife(table.refreshKey(issued.refreshToken()), LIFE);
    }

    @InBothStorages
    void aSpentTokenIsKeptForAMinuteLongerThanTheGraceAndGivesNothingAway(Storage storage) {
        SeatFixture table = table(storage);
        Issued first = table.issue(table.sit());
        clock().advance(SECOND);
        Issued next = refreshed(table.refresh(first.refreshToken()));
        Document record = table.document(table.refreshKey(first.refreshToken()));
        assertThat(record.flag("isUsed")).hasValue(true);
        assertThat(record.number("usedAt")).hasValue(clock().millis());
        assertLife(table.refreshKey(first.refreshToken()), GRACE.plusSeconds(60));
        assertThat(record.bytes().text().contains(next.refreshToken())).isEqualTo(storage == Storage.DOCUMENTED);
        Document successor = table.document(table.refreshKey(next.refreshToken()));
        assertThat(successor.text("familyId")).isEqualTo(record.text("familyId"));
        assertThat(successor.flag("isUsed")).hasValue(false);
        assertLife(table.refreshKey(next.refreshToken()), LIFE);
    }

    @InBothStorages
    void withinTheGraceTheSamePairIsGivenAndLaterTheFamilyEnds(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued first = table.issue(seat);
        Issued bystander = table.issue(seat);
        Issued next = refreshed(table.refresh(first.refreshToken()));
        table.assertAdmits(first);
        clock().advance(GRACE.minusMillis(1));
        assertThat(table.refresh(first.refreshToken())).isEqualTo(new Refresh.Repeated(next));
        Issued third = refreshed(table.refresh(next.refreshToken()));
        clock().advance(Duration.ofMillis(1));
        Refresh reused = table.refresh(first.refreshToken());
        assertThat(reused).isInstanceOf(Refresh.Reused.class);
        assertThat(((Refresh.Reused) reused).user()).isEqualTo(table.user);
        for (Issued issued : List.of(first, next, third)) {
            table.assertRefuses(issued);
            assertThat(given(table.refresh(issued.refreshToken()))).isEmpty();
        }
        assertThat(table.refresh(third.refreshToken())).isEqualTo(new Refresh.Invalid());
        // Within its grace, and of an ended family.
        assertThat(table.refresh(next.refreshToken())).isEqualTo(new Refresh.Invalid());
        table.assertAdmits(bystander);
        refreshed(table.refresh(bystander.refreshToken()));
        table.assertSitsAlone(seat);
    }

    @InBothStorages
    void aGraceOfNothingRepeatsNothing(Storage storage) {
        SeatFixture table = table(storage, GRACELESS);
        Issued first = table.issue(table.sit());
        Issued next = refreshed(table.refresh(first.refreshToken()));
        clock().advance(Duration.ofMillis(-1));
        assertThat(table.refresh(first.refreshToken())).isInstanceOf(Refresh.Reused.class);
        table.assertRefuses(next);
    }

    @InBothStorages
    void whatFailsWhileClaimsAreAskedForSpendsNothing(Storage storage) {
        SeatFixture table = table(storage);
        Issued first = table.issue(table.sit());
        Bytes record = table.store.get(table.refreshKey(first.refreshToken())).orElseThrow();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> table.tokens().refresh(first.refreshToken(), seat -> {
                        throw new IllegalStateException("Patreon is away");
                    }))
                    .hasMessage("Patreon is away");
            assertThat(table.store.get(table.refreshKey(first.refreshToken()))).hasValue(record);
            clock().advance(GRACE);
        }
        table.assertAdmits(refreshed(table.refresh(first.refreshToken())));
    }

    @InBothStorages
    void onlyTheHolderOfALivingTokenLearnsThatTheSessionIsOver(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued spent = table.issue(seat);
        Issued ended = table.issue(seat);
        refreshed(table.refresh(spent.refreshToken()));
        Issued used = table.issue(seat);
        refreshed(table.refresh(ended.refreshToken()));
        clock().advance(GRACE);
        assertThat(table.refresh(ended.refreshToken())).isInstanceOf(Refresh.Reused.class);
        Issued next = table.issue(seat);
        Issued justSpent = table.issue(seat);
        refreshed(table.refresh(justSpent.refreshToken()));
        table.seats().end(seat.token());
        assertThat(table.refresh(next.refreshToken())).isEqualTo(new Refresh.SessionOver());
        assertThat(table.refresh(used.refreshToken())).isEqualTo(new Refresh.SessionOver());
        assertThat(table.refresh(next.refreshToken())).isEqualTo(new Refresh.SessionOver());
        assertThat(table.refresh(justSpent.refreshToken())).isEqualTo(new Refresh.Invalid());
        assertThat(table.refresh(spent.refreshToken())).isInstanceOf(Refresh.Reused.class);
        assertThat(table.refresh("0f9619ff-8b86-4d01-b42d-00cf4fc964ff")).isEqualTo(new Refresh.Invalid());
        // Who sits there now has nothing to do with it.
        Seat another = table.sit();
        assertThat(table.refresh(next.refreshToken())).isEqualTo(new Refresh.SessionOver());
        table.assertSitsAlone(another);
    }

    @InBothStorages
    void aSessionPastItsEndOrOfAnotherUserIsOver(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        Document record = table.document(table.session(seat.token()));
        for (Document other : List.of(record.with("expiresAt", clock().millis()), record.with("userId", "4711"))) {
            table.put(table.session(seat.token()), other.bytes().text());
            assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.SessionOver());
        }
        table.put(table.session(seat.token()), record.bytes().text());
        refreshed(table.refresh(issued.refreshToken()));
    }

    @InBothStorages
    void aTokenPastItsEndIsNone(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        Document record = table.document(table.refreshKey(issued.refreshToken()));
        table.put(
                table.refreshKey(issued.refreshToken()),
                record.with("expiresAt", clock().millis()).bytes().text());
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.Invalid());
        table.put(
                table.refreshKey(issued.refreshToken()),
                record.with("expiresAt", clock().millis() + 1).bytes().text());
        refreshed(table.refresh(issued.refreshToken()));
    }

    @InBothStorages
    void aRecordThatCannotBeReadIsNone(Storage storage) {
        SeatFixture table = table(storage);
        Issued issued = table.issue(table.sit());
        Document record = table.document(table.refreshKey(issued.refreshToken()));
        for (String broken : List.of(
                "",
                "{",
                "[]",
                record.without("userId").bytes().text(),
                record.without("sessionToken").bytes().text(),
                record.without("expiresAt").bytes().text(),
                record.with("isUsed", "no").bytes().text())) {
            table.put(table.refreshKey(issued.refreshToken()), broken);
            assertThat(table.refresh(issued.refreshToken())).as(broken).isEqualTo(new Refresh.Invalid());
        }
        store().commit(Batch.builder()
                .delete(table.refreshKey(issued.refreshToken()))
                .build());
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.Invalid());
    }
}
