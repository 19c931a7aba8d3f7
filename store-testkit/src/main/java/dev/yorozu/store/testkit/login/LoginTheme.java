package dev.yorozu.store.testkit.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.login.LoginPolicy;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What the parts of the contract share: policies, a clock, and short forms. */
abstract class LoginTheme {
    static final int CAP = 5;
    static final Duration GRACE = Duration.ofSeconds(10);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration WEEK = Duration.ofDays(7);
    static final Duration MONTH = Duration.ofDays(30);
    static final Duration ABSOLUTE = Duration.ofDays(90);

    static final SessionPolicy SESSIONS = new SessionPolicy(MONTH, IDLE, ABSOLUTE, CAP, AtCap.END_OLDEST, MINUTE);

    static final LoginPolicy POLICY = new LoginPolicy(Duration.ofSeconds(900), WEEK, MONTH, ABSOLUTE, GRACE);

    static final Document ATTRIBUTES =
            Document.empty().with("ip_address", "203.0.113.7").with("user_agent", "Browser 海");

    static final Document CLAIMS = Document.empty().with("scope", "read write").with("roles", List.of("user"));

    private final LoginsContract contract;
    private final HeldClock clock;

    /**
     * The clock of the logins is held on every store; where the store's own cannot be, it begins at the real time. It stands
     * at a whole second, because tokens count in those.
     */
    LoginTheme(LoginsContract contract) {
        this.contract = contract;
        this.clock = contract.clock().orElseGet(() -> new HeldClock(Instant.now()));
        clock.set(clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(SECOND));
    }

    Store store() {
        return contract.store();
    }

    HeldClock clock() {
        return clock;
    }

    Optional<HeldClock> storeClock() {
        return contract.clock();
    }

    Stage stage(Storage storage) {
        return stage(storage, SESSIONS);
    }

    Stage stage(Storage storage, SessionPolicy sessions) {
        return new Stage(store(), storage, sessions, clock);
    }

    /** Whether a case that does not depend on how secrets are stored is this storage's to run. */
    static boolean inTurn(Storage storage, int number) {
        return Race.isLong() || number % 2 == storage.ordinal();
    }

    static Tokens refreshed(Refresh refresh) {
        assertThat(refresh).isInstanceOf(Refresh.Refreshed.class);
        return ((Refresh.Refreshed) refresh).tokens();
    }

    static Tokens repeated(Refresh refresh) {
        assertThat(refresh).isInstanceOf(Refresh.Repeated.class);
        return ((Refresh.Repeated) refresh).tokens();
    }

    /** The pair that a refresh gave, whether for the first time or again. */
    static Optional<Tokens> given(Refresh refresh) {
        return switch (refresh) {
            case Refresh.Refreshed refreshed -> Optional.of(refreshed.tokens());
            case Refresh.Repeated repeated -> Optional.of(repeated.tokens());
            case Refresh.Reused reused -> Optional.empty();
            case Refresh.Revoked revoked -> Optional.empty();
            case Refresh.NoSession none -> Optional.empty();
            case Refresh.NotAdmitted notAdmitted -> Optional.empty();
            case Refresh.Invalid invalid -> Optional.empty();
        };
    }
}
