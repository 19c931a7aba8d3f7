package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantHolders.Writing;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.Taken;
import dev.yorozu.seat.Terminations;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Taking a seat, one after the other; and what lies in the store then. */
@OnEveryStore(heldClock = true)
final class TakesTest extends SeatSuite {
    @InBothStorages
    void aSeatLeavesExactlyTheDocumentedRecords(Storage storage) {
        SeatFixture table = table(storage);
        Taken taken = table.take();
        Seat seat = taken.seat();
        assertThat(taken.overtaken()).isFalse();
        assertThat(taken.ended()).isEmpty();
        assertThat(seat.token()).matches("[0-9a-f]{64}");
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        Document session = table.document(table.session(seat.token()));
        assertThat(session.names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "supabaseUuid");
        assertThat(session.text("userId")).hasValue(table.user);
        assertThat(session.number("expiresAt")).hasValue(end);
        assertThat(session.text("supabaseUuid")).hasValue("profile-" + table.user);
        Document user = table.document(table.userKey());
        assertThat(user.names())
                .containsExactly(
                        "accessToken", "refreshToken", "expiresAt", "email", "fullName", "sessionTokens", "updatedAt");
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.text("email")).hasValue(PERSON.email());
        assertThat(user.text("fullName")).hasValue(PERSON.fullName());
        assertThat(user.texts("sessionTokens")).containsExactly(table.keyPart(seat.token()));
        assertThat(user.number("updatedAt")).hasValue(clock().instant().toEpochMilli());
        assertLife(table.session(seat.token()), LIFE);
        assertLife(table.userKey(), USER_LIFE);
        table.assertSitsAlone(seat);
    }

    @InBothStorages
    void whyASessionEndedIsToldForAsLongAsItCouldHaveLived(Storage storage) {
        SeatFixture table = table(storage);
        String first = table.sit().keyPart();
        Taken second = table.take();
        Terminations terminations = new Terminations(store(), PatreonKeys.ENDED_SESSION, LIFE);
        assertThat(second.ended()).containsExactly(first);
        assertThat(terminations.reason(first)).isEmpty();
        terminations.explain(second.ended(), "superseded");
        assertThat(terminations.reason(first)).hasValue("superseded");
        assertThat(terminations.reason(second.seat().keyPart())).isEmpty();
        assertLife(PatreonKeys.ENDED_SESSION.key(first), LIFE);
        table.assertSitsAlone(second.seat());

        FaultyStore away = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 1);
        new Terminations(away, PatreonKeys.ENDED_SESSION, LIFE).explain(List.of(first), "former_patron");
        assertThat(terminations.reason(first)).hasValue("superseded");
    }

    @InBothStorages
    void theStoreShowsSecretsOnlyWhereItIsToldTo(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        String everything =
                table.store.get(table.session(seat.token())).map(Bytes::text).orElseThrow()
                        + table.store.get(table.userKey()).map(Bytes::text).orElseThrow()
                        + table.session(seat.token()).name();
        for (String secret : List.of(seat.token(), "access-0", "refresh-0")) {
            assertThat(everything.contains(secret)).isEqualTo(storage == Storage.DOCUMENTED);
        }
        assertThat(seat.toString()).doesNotContain(seat.token()).doesNotContain(seat.keyPart());
    }

    @InBothStorages
    void aSessionIsFoundByOneReadAsItWasBegun(Storage storage) {
        SeatFixture table = table(storage);
        Seat begun = table.sit();
        FaultyStore counting = FaultyStore.counting(store());
        Seat seat = table.seats(counting).find(begun.token()).orElseThrow();
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(seat.token()).isEqualTo(begun.token());
        assertThat(seat.keyPart()).isEqualTo(table.keyPart(begun.token()));
        assertThat(seat.user()).isEqualTo(table.user);
        assertThat(seat.accessToken()).isEqualTo("access-0");
        assertThat(seat.refreshToken()).isEqualTo("refresh-0");
        assertThat(seat.tokensEnd()).isEqualTo(clock().instant().plus(GRANTED));
        assertThat(seat.profile()).hasValue("profile-" + table.user);
        assertThat(seat.publicId()).isEqualTo(Seat.publicId(seat.keyPart())).hasSize(16);
        assertThat(table.seats().holders(table.user)).containsExactly(seat.keyPart());
    }

    @InBothStorages
    void whoeverSitsDownNextIsAlone(Storage storage) {
        SeatFixture table = table(storage);
        Seat first = table.sit();
        for (int i = 0; i < 3; i++) {
            clock().advance(SECOND);
            Taken next = table.take();
            assertThat(next.ended()).containsExactly(first.keyPart());
            assertThat(table.seats().find(first.token())).isEmpty();
            table.assertSitsAlone(next.seat());
            first = next.seat();
        }
    }

    @InBothStorages
    void usersDoNotDisturbEachOther(Storage storage) {
        SeatFixture one = table(storage);
        SeatFixture other = table(storage);
        Seat seat = one.sit();
        other.assertSitsAlone(other.sit());
        one.assertSitsAlone(seat);
    }

    @InBothStorages
    void aSessionIsOverWithTheProvidersToken(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        assertThat(seat.over(clock().instant().plus(GRANTED).minusMillis(1))).isFalse();
        assertThat(seat.over(clock().instant().plus(GRANTED))).isTrue();
    }

    @InBothStorages
    void aGrantThatSaysLittleIsKeptAsWellAsCanBe(Storage storage) {
        SeatFixture table = table(storage);
        Grant bare = new Grant(
                "access-bare", "Bearer", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Seat seat =
                table.seats().take(table.user, PERSON, bare, Optional.empty()).seat();
        Seat found = table.seats().find(seat.token()).orElseThrow();
        assertThat(found.refreshToken()).isEmpty();
        assertThat(found.profile()).isEmpty();
        assertThat(found.tokensEnd()).isEqualTo(clock().instant().plus(LIFE));
        assertThat(table.document(table.session(seat.token())).has("supabaseUuid"))
                .isFalse();
        // A renewal without a refresh token leaves the one before in use.
        Seat sat = table.sit();
        table.seats().change(sat, bare, clock().instant());
        assertThat(table.seats().find(sat.token()).map(Seat::refreshToken)).hasValue("refresh-0");
    }

    @InBothStorages
    void aRenewalChangesBothRecordsAndStartsTheirLivesAnew(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        clock().advance(Duration.ofDays(3));
        Writing<Seat> writing = table.seats().change(seat, grant("1"), clock().instant());
        assertThat(writing).isInstanceOf(Writing.Written.class);
        Seat renewed = table.seats().find(seat.token()).orElseThrow();
        assertThat(renewed.accessToken()).isEqualTo("access-1");
        assertThat(renewed.refreshToken()).isEqualTo("refresh-1");
        assertThat(renewed.profile()).isEqualTo(seat.profile());
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        assertThat(renewed.tokensEnd().toEpochMilli()).isEqualTo(end);
        Document user = table.document(table.userKey());
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.number("updatedAt")).hasValue(clock().instant().toEpochMilli());
        assertThat(user.text("fullName")).hasValue(PERSON.fullName());
        if (storage == Storage.DOCUMENTED) {
            assertThat(user.text("accessToken")).hasValue("access-1");
            assertThat(user.text("refreshToken")).hasValue("refresh-1");
        }
        assertLife(table.session(seat.token()), LIFE);
        assertLife(table.userKey(), USER_LIFE);
        table.assertSitsAlone(renewed);
    }

    @InBothStorages
    void ofTwoRenewalsTheLaterGivesWay(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        table.seats().change(seat, grant("1"), clock().instant());
        Writing<Seat> late = table.seats().change(seat, grant("2"), clock().instant());
        assertThat(late).isInstanceOf(Writing.Superseded.class);
        assertThat(((Writing.Superseded<Seat>) late).current().accessToken()).isEqualTo("access-1");
        assertThat(table.seats().find(seat.token()).map(Seat::accessToken)).hasValue("access-1");
    }

    @InBothStorages
    void aRenewalOfWhoWasOvertakenChangesNothing(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Seat next = table.sit();
        Bytes record = table.store.get(table.userKey()).orElseThrow();
        assertThat(table.seats().change(seat, grant("1"), clock().instant())).isEqualTo(new Writing.Over<Seat>());
        assertThat(table.store.get(table.userKey())).hasValue(record);
        table.assertSitsAlone(next);
    }

    @InBothStorages
    void anIdThatNoUserCanHaveIsAFault(Storage storage) {
        SeatFixture table = table(storage);
        for (String user : List.of("", "a:b", "../x", "x".repeat(65))) {
            assertThat(table.seats().isUser(user)).isFalse();
            assertThatThrownBy(() -> table.seats().take(user, PERSON, grant("0"), Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(table.seats().endAll(user).count()).isZero();
            assertThat(table.seats().holders(user)).isEmpty();
        }
    }
}
