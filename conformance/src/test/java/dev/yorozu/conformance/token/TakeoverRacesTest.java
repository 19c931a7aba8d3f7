package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.List;

/** Sign-ins of one user that end each other and issue tokens at the same time. */
@OnEveryStore(heldClock = true, costly = true)
final class TakeoverRacesTest extends TokenSuite {
    @InBothStorages
    void ofManyWhoSignInAndIssueAtOnceOnePairLives(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            FamilyFixture fixture = new FamilyFixture(store(), storage, GRACE, clock());
            List<Issued> all = Race.run(Math.max(16, threads()), () -> fixture.issue(store(), fixture.sit(store())));
            assertThat(all).filteredOn(fixture::accessLives).hasSize(1);
            assertThat(all)
                    .filteredOn(pair -> fixture.rotate(pair) instanceof Rotation.Rotated)
                    .hasSize(1);
        }
    }
}
