package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.seat.Person;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.ChainPolicy;
import java.time.Duration;
import java.util.Optional;

/** What the parts of the contract share: policies, a clock(), and short forms. */
abstract class SeatSuite extends Suite {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration PENDING = Duration.ofSeconds(60);
    static final Duration GRACE = Duration.ofSeconds(10);
    static final Duration LIFE = Duration.ofDays(30);
    static final Duration USER_LIFE = Duration.ofDays(31);
    static final Duration ACCESS_LIFE = Duration.ofHours(1);
    static final Duration GRANTED = Duration.ofDays(31);
    static final ChainPolicy CHAINS = new ChainPolicy(LIFE, GRACE);
    static final ChainPolicy GRACELESS = new ChainPolicy(LIFE, Duration.ZERO);
    static final Person PERSON = new Person("mia@example.com", "Mia 海");
    static final Document CLAIMS = Document.empty().with("plan", "Pro").with("ver", 1);

    /** How many rounds a race of sign-ins has. */
    static int rounds() {
        return Rounds.of(10);
    }

    SeatFixture table(Storage storage) {
        return table(storage, CHAINS);
    }

    SeatFixture table(Storage storage, ChainPolicy chains) {
        return new SeatFixture(store(), storage, chains, clock());
    }

    /** A grant whose tokens say which it is. */
    static Grant grant(String name) {
        return new Grant(
                "access-" + name,
                "Bearer",
                Optional.of(GRANTED),
                Optional.of("refresh-" + name),
                Optional.empty(),
                Optional.empty());
    }

    static Issued refreshed(Refresh refresh) {
        assertThat(refresh).isInstanceOf(Refresh.Refreshed.class);
        return ((Refresh.Refreshed) refresh).issued();
    }

    /** The pair that a refresh gave, whether for the first time or again. */
    static Optional<Issued> given(Refresh refresh) {
        return switch (refresh) {
            case Refresh.Refreshed refreshed -> Optional.of(refreshed.issued());
            case Refresh.Repeated repeated -> Optional.of(repeated.issued());
            case Refresh.Reused reused -> Optional.empty();
            case Refresh.SessionOver over -> Optional.empty();
            case Refresh.Invalid invalid -> Optional.empty();
        };
    }
}
