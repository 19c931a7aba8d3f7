package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.login.LoginPolicy;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the parts of the contract share: policies, a clock(), and short forms. */
abstract class LoginSuite extends Suite {
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

    LoginFixture stage(Storage storage) {
        return stage(storage, SESSIONS);
    }

    LoginFixture stage(Storage storage, SessionPolicy sessions) {
        return new LoginFixture(store(), storage, sessions, clock());
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
