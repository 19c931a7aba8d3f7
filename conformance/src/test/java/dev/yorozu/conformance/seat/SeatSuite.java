package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.Optional;

/** What the parts of the contract share: policies, a clock(), and short forms. */
abstract class SeatSuite extends Suite {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration GRACE = Duration.ofSeconds(10);
    static final Duration LIFE = Duration.ofDays(30);
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    static final Duration GRANTED = Duration.ofDays(31);
    static final RefreshPolicy CHAINS = RefreshPolicy.of(ACCESS_LIFE, LIFE, GRACE);
    static final RefreshPolicy GRACELESS = RefreshPolicy.of(ACCESS_LIFE, LIFE, Duration.ZERO);
    static final Document PERSON = Seating.person("mia@example.com", "Mia 海");
    static final Document CLAIMS = Document.empty().with("plan", "Pro").with("ver", 1);

    static final Grant GRANT = new Grant(
            "access-0",
            "Bearer",
            Optional.of(GRANTED),
            Optional.of("refresh-0"),
            Optional.empty(),
            Optional.empty(),
            Document.empty());
    static final Rotation INVALID = new Rotation.Refused(Rotation.Reason.INVALID);
    static final Rotation ENDED = new Rotation.Refused(Rotation.Reason.ENDED);

    /** What a client holds. */
    record Pair(String accessToken, String refreshToken) {
        static Pair of(Issued issued) {
            return new Pair(issued.accessToken(), issued.refreshToken());
        }
    }

    /** How many rounds a race of sign-ins has. */
    static int rounds() {
        return Rounds.of(10);
    }

    SeatFixture table(Storage storage) {
        return table(storage, CHAINS);
    }

    SeatFixture table(Storage storage, RefreshPolicy chains) {
        return new SeatFixture(store(), storage, chains, clock());
    }

    static Pair refreshed(Rotation refresh) {
        assertThat(refresh).isInstanceOf(Rotation.Rotated.class);
        return Pair.of(((Rotation.Rotated) refresh).issued());
    }

    /** The pair that a refresh gave, whether for the first time or again. */
    static Optional<Pair> given(Rotation refresh) {
        return switch (refresh) {
            case Rotation.Rotated refreshed -> Optional.of(Pair.of(refreshed.issued()));
            case Rotation.Repeated repeated -> Optional.of(Pair.of(repeated.issued()));
            case Rotation.Reused reused -> Optional.empty();
            case Rotation.Refused refused -> Optional.empty();
        };
    }

    static void assertRepeated(Rotation rotation, Pair pair) {
        assertThat(rotation).isInstanceOf(Rotation.Repeated.class);
        assertThat(given(rotation)).hasValue(pair);
    }
}
