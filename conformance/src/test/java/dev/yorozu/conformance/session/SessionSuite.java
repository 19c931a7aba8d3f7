package dev.yorozu.conformance.session;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.Suite;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Ended;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the parts of the contract share: policies, and fixtures in which one user signs in and out. */
abstract class SessionSuite extends Suite {
    static final Duration LIFE = Duration.ofDays(30);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MILLI = Duration.ofMillis(1);
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

    /** An act of one user, at each of its calls to the store. */
    <R> EveryCall<SessionFixture, R> everyCall(
            IndexKind kind, Supplier<SessionFixture> prepare, Function<SessionFixture, R> act) {
        return new EveryCall<>(
                store(),
                prepare,
                (store, fixture) -> act.apply(fixture.through(store)),
                number -> inTurn(kind.storage, number)
                        || (kind == IndexKind.SORTED_SET && inTurn(Storage.HARDENED, number)));
    }

    static List<String> keyParts(List<Ended> ended) {
        return ended.stream().map(Ended::keyPart).toList();
    }

    /** How many of them were there to be ended. */
    static long lived(List<Ended> ended) {
        return ended.stream().filter(Ended::lived).count();
    }
}
