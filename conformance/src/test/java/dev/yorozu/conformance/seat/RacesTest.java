package dev.yorozu.conformance.seat;

import static dev.yorozu.conformance.seat.Seating.seat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Rotation;
import java.util.List;

/** Sign-ins that issue tokens at the same time. */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends SeatSuite {
    private static final int TAKERS = 16;

    @InBothStorages
    void whoTakesAndIssuesAtOnceLeavesOnePairThatCounts(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            List<Pair> all = Race.run(TAKERS, () -> table.issue(seat(table.take())));
            assertThat(all)
                    .filteredOn(issued ->
                            table.tokens().access().check(issued.accessToken()) instanceof Authentication.Granted)
                    .hasSize(1);
            assertThat(all)
                    .filteredOn(issued -> table.refresh(issued.refreshToken()) instanceof Rotation.Rotated)
                    .hasSize(1);
        }
    }
}
