package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Authentication;
import java.util.List;
import java.util.Locale;

/** What does not have the form of a token is none, and the store is not asked. */
@OnEveryStore(heldClock = true)
final class ShapesTest extends SeatSuite {
    private static final String HEX = "0123456789abcdef".repeat(4);
    private static final String UUID = "0f9619ff-8b86-4d01-b42d-00cf4fc964ff";

    private static List<String> noTokens(SeatFixture table, Pair issued) {
        return List.of(
                "",
                "usertoken:" + table.user,
                "membership:" + table.user,
                "refresh:" + issued.refreshToken(),
                "cache/auth:" + HEX,
                "../x",
                table.user,
                HEX,
                HEX.substring(1),
                HEX + "0",
                HEX.toUpperCase(Locale.ROOT),
                "g" + HEX.substring(1),
                HEX.substring(1) + "\n",
                " " + HEX.substring(1),
                HEX.substring(0, 32) + "-" + HEX.substring(33),
                UUID.toUpperCase(Locale.ROOT),
                UUID.replace("-", ""),
                UUID.replace('-', '0'),
                "{" + UUID + "}",
                "0f9619ff8-b86-4d01-b42d-00cf4fc964ff",
                // A sid of Discord's, a token of the token store, and an owner's token.
                "8f14e45fceea167a5a36dedd4bea2543",
                "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
                "session_0123456789abcdef");
    }

    @InBothStorages
    void whatIsNoTokenIsNotLookedUp(Storage storage) {
        SeatFixture table = table(storage);
        Pair issued = table.issue(table.sit());
        FaultyStore counting = FaultyStore.counting(store());
        for (String text : noTokens(table, issued)) {
            assertThat(table.refresh(counting, text)).as(text).isEqualTo(INVALID);
            assertThat(table.tokens(counting).access().check(text)).as(text).isInstanceOf(Authentication.Denied.class);
        }
        assertThat(table.refresh(counting, issued.accessToken())).isEqualTo(INVALID);
        assertThat(table.seats(counting).find(issued.accessToken())).isEmpty();
        assertThat(table.tokens(counting).access().check(issued.refreshToken()))
                .isInstanceOf(Authentication.Denied.class);
        assertThat(counting.calls()).isZero();
    }
}
