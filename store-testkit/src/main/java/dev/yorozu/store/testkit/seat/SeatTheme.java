package dev.yorozu.store.testkit.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.seat.Person;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.token.ChainPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** What the parts of the contract share: policies, a clock, and short forms. */
abstract class SeatTheme {
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

    private final SeatsContract contract;
    private final HeldClock clock;

    /**
     * The clock of the seats is held on every store; where the store's own cannot be, it begins at the real time. It stands
     * at a whole second, because access tokens count in those.
     */
    SeatTheme(SeatsContract contract) {
        this.contract = contract;
        this.clock = contract.clock().orElseGet(() -> new HeldClock(Instant.now()));
        clock.set(clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(SECOND));
    }

    /** How many rounds a race of sign-ins has. */
    static int rounds() {
        return Race.isLong() ? 50 : 10;
    }

    Store store() {
        return contract.store();
    }

    HeldClock clock() {
        return clock;
    }

    Table table(Storage storage) {
        return table(storage, CHAINS);
    }

    Table table(Storage storage, ChainPolicy chains) {
        return new Table(store(), storage, chains, clock);
    }

    /** Whether a case that does not depend on how secrets are stored is this storage's to run. */
    static boolean inTurn(Storage storage, int number) {
        return Race.isLong() || number % 2 == storage.ordinal();
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

    /** Asserts that a key lives this long: exactly where the store's clock is held, elsewhere but for the time passed. */
    void assertLife(Key key, Duration expected) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        Duration left = ((Life.Ends) life).left();
        if (contract.clock().isPresent()) {
            assertThat(left).isEqualTo(expected);
        } else {
            assertThat(left).isBetween(expected.minusSeconds(30), expected.plusSeconds(5));
        }
    }
}
