package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.seat.Check;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import java.util.List;

/** Who is let in by an access token, and until when. */
@OnEveryStore(heldClock = true)
final class ChecksTest extends SeatSuite {
    private static Check refused(Reason reason) {
        return new Check.Refused(reason);
    }

    private static Jwt jwt(SeatFixture table, Issued issued) {
        return ((Verification.Valid) table.jwts().verify(issued.accessToken())).jwt();
    }

    @InBothStorages
    void aTokenSaysWhatItShouldAndGivesNoSessionAway(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        assertThat(issued.expiresIn()).isEqualTo(ACCESS_LIFE);
        assertThat(issued.refreshToken())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        Jwt jwt = jwt(table, issued);
        assertThat(jwt.subject()).isEqualTo("profile-" + table.user);
        assertThat(jwt.id()).matches("[0-9a-f]{32}\\.[0-9a-f]{16}");
        assertThat(jwt.issuedAt()).isEqualTo(clock().instant());
        assertThat(jwt.endsAt()).isEqualTo(clock().instant().plus(ACCESS_LIFE));
        assertThat(jwt.claims().names()).containsExactly("plan", "ver", "pid", "sid");
        assertThat(jwt.claims().text("pid")).hasValue(table.user);
        assertThat(jwt.claims().text("sid").orElseThrow()).doesNotContain(seat.token());
        assertThat(table.issue(seat)).isNotEqualTo(issued);
        assertThat(issued.toString()).doesNotContain(issued.accessToken()).doesNotContain(issued.refreshToken());
    }

    @InBothStorages
    void aCheckIsOneCall(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        FaultyStore counting = FaultyStore.counting(store());
        Check check = table.tokens(counting).check(issued.accessToken());
        assertThat(check).isInstanceOf(Check.Admitted.class);
        assertThat(((Check.Admitted) check).seat().token()).isEqualTo(seat.token());
        assertThat(counting.calls()).isEqualTo(1);
        SeatTokens.Lookup lookup = table.tokens(counting).lookup(issued.accessToken());
        assertThat(lookup.signed()).hasValue(jwt(table, issued));
        assertThat(lookup.keyPart()).hasValue(seat.keyPart());
        assertThat(lookup.questions()).hasSize(2);
        assertThat(counting.calls()).isEqualTo(1);
    }

    @InBothStorages
    void aTokenEndsWithItsTimeAndItsSession(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        clock().advance(ACCESS_LIFE.plusSeconds(5));
        assertThat(table.tokens().check(issued.accessToken())).isEqualTo(refused(Reason.EXPIRED));
        Issued next = table.issue(seat);
        table.assertAdmits(next);
        table.seats().end(seat.token());
        assertThat(table.tokens().check(next.accessToken())).isEqualTo(refused(Reason.UNKNOWN));
    }

    @InBothStorages
    void whoTakesTheSeatEndsTheTokensOfWhoSatThere(Storage storage) {
        SeatFixture table = table(storage);
        Issued issued = table.issue(table.sit());
        Issued next = table.issue(table.sit());
        assertThat(table.tokens().check(issued.accessToken())).isEqualTo(refused(Reason.UNKNOWN));
        table.assertAdmits(next);
        table.seats().endAll(table.user);
        table.assertRefuses(next);
    }

    @InBothStorages
    void aSessionPastItsEndLetsNobodyIn(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Document record = table.document(table.session(seat.token()));
        Issued issued = table.issue(seat);
        table.put(
                table.session(seat.token()),
                record.with("expiresAt", clock().instant().toEpochMilli())
                        .bytes()
                        .text());
        assertThat(table.tokens().check(issued.accessToken())).isEqualTo(refused(Reason.UNKNOWN));
        table.put(
                table.session(seat.token()),
                record.with("expiresAt", clock().instant().toEpochMilli() + 1)
                        .bytes()
                        .text());
        table.assertAdmits(issued);
    }

    @InBothStorages
    void anotherUsersSessionLetsNobodyIn(Storage storage) {
        SeatFixture table = table(storage);
        Jwt jwt = jwt(table, table.issue(table.sit()));
        for (Document foreign : List.of(
                jwt.claims().with("pid", "4711"),
                jwt.claims().without("pid"),
                jwt.claims().with("pid", 4711))) {
            String token = table.jwts().sign(new Jwt(jwt.id(), jwt.subject(), jwt.issuedAt(), jwt.endsAt(), foreign));
            assertThat(table.tokens().check(token)).isEqualTo(refused(Reason.UNKNOWN));
        }
    }

    @InBothStorages
    void aTokenThatNamesNoSessionOrFamilyCostsNoCall(Storage storage) {
        SeatFixture table = table(storage);
        Jwt jwt = jwt(table, table.issue(table.sit()));
        FaultyStore counting = FaultyStore.counting(store());
        for (String sid :
                List.of("", "x", "AAAA", "A".repeat(123), "é", table.sit().token())) {
            String token = table.jwts()
                    .sign(new Jwt(
                            jwt.id(),
                            jwt.subject(),
                            jwt.issuedAt(),
                            jwt.endsAt(),
                            jwt.claims().with("sid", sid)));
            assertThat(table.tokens(counting).check(token)).as(sid).isEqualTo(refused(Reason.CLAIMS));
        }
        for (String id : List.of(
                "x", ".", "a.b", jwt.id().substring(1), "x" + jwt.id(), jwt.id().replace('.', '-'))) {
            String token = table.jwts().sign(new Jwt(id, jwt.subject(), jwt.issuedAt(), jwt.endsAt(), jwt.claims()));
            assertThat(table.tokens(counting).check(token)).as(id).isEqualTo(refused(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
    }

    @InBothStorages
    void anEndedFamilyLetsNobodyInWhileOthersOfTheSessionDo(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        Issued issued = table.issue(seat);
        Issued other = table.issue(seat);
        String id = jwt(table, issued).id();
        table.chains(store()).end(id.substring(0, id.indexOf('.')));
        assertThat(table.tokens().check(issued.accessToken())).isEqualTo(refused(Reason.REVOKED));
        table.assertAdmits(other);
        assertThat(store().get(PatreonKeys.ENDED_FAMILY.key(id.substring(0, 32))))
                .hasValue(Bytes.of(clock().millis()));
        assertLife(PatreonKeys.ENDED_FAMILY.key(id.substring(0, 32)), LIFE);
    }
}
