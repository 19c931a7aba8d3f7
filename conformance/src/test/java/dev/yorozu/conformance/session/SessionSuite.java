package dev.yorozu.conformance.session;

import dev.yorozu.conformance.Suite;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import java.time.Duration;
import java.util.function.Consumer;

/** What the parts of the contract share: policies, and fixtures in which one user signs in and out. */
abstract class SessionSuite extends Suite {
    static final Duration LIFE = Duration.ofDays(30);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final SessionPolicy POLICY = cap(5, AtCap.END_OLDEST);

    static SessionPolicy cap(int sessions, AtCap atCap) {
        return new SessionPolicy(LIFE, LIFE, Duration.ofDays(180), sessions, atCap, MINUTE);
    }

    /** A user of its own, who has no sessions. */
    SessionFixture fixture(IndexKind kind) {
        return fixture(kind, POLICY);
    }

    SessionFixture fixture(IndexKind kind, SessionPolicy policy) {
        return new SessionFixture(store(), kind, kind.storage, policy, clock());
    }

    SessionFixture prepared(IndexKind kind, SessionPolicy policy, Consumer<SessionFixture> prepare) {
        SessionFixture fixture = fixture(kind, policy);
        prepare.accept(fixture);
        return fixture;
    }

    /** Whether a case that does not depend on storage is this kind's to run; see {@link Suite#inTurn}. */
    boolean inTurn(IndexKind kind, int number) {
        return inTurn(kind.storage, number) || (kind == IndexKind.SORTED_SET && inTurn(Storage.HARDENED, number));
    }
}
