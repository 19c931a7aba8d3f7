package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.InstantSource;

/** Touches, and the limits that end a session. */
@OnEveryStore(heldClock = true)
final class TimesTest extends SessionSuite {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MILLI = Duration.ofMillis(1);

    private static final SessionPolicy IDLE =
            new SessionPolicy(LIFE, HOUR, Duration.ofDays(180), 5, AtCap.END_OLDEST, MINUTE);

    private static SessionPolicy absolute(Duration limit) {
        return new SessionPolicy(LIFE, LIFE, limit, 5, AtCap.END_OLDEST, MINUTE);
    }

    @IndexKind.OfSeveral
    void aTouchIsWrittenAtMostOnceAMinute(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Sessions sessions = fixture.sessions();
        Session seen = fixture.signIn();
        clock().advance(MINUTE.minus(MILLI));
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Fresh(seen));
        clock().advance(MILLI);
        fixture.assertTouched(sessions.touch(seen));
        Session found = fixture.first();
        assertThat(found.lastSeenAt()).isEqualTo(seen.createdAt().plus(MINUTE));
        fixture.assertVersion(found, 1);
        assertThat(sessions.touch(found)).isEqualTo(new Touch.Fresh(found));
        // Whoever saw the session before the touch learns of it instead of writing again.
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Fresh.class);
    }

    @IndexKind.Sets
    void aTouchRenewsTheLivesOfSessionAndIndex(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1).keepFirst();
        clock().advance(Duration.ofDays(29));
        fixture.assertTouched(fixture.sessions().touch(fixture.kept()));
        storeClock().ifPresent(held -> {
            assertLife(fixture.key(fixture.firstSid()), LIFE);
            assertLife(fixture.index(), LIFE);
            held.advance(Duration.ofDays(29));
            fixture.assertLive(fixture.acknowledged());
            held.advance(Duration.ofDays(1));
            fixture.assertEmpty();
        });
    }

    @IndexKind.OfSeveral
    void aSessionEndsByItselfAndLeavesTheIndexWithIt(IndexKind kind) {
        Duration life = Duration.ofMillis(400);
        SessionPolicy brief =
                new SessionPolicy(life, life, Duration.ofDays(1), 5, AtCap.END_OLDEST, Duration.ofMillis(10));
        SessionFixture fixture = fixture(kind, brief);
        InstantSource time = storeClock().isPresent() ? clock() : InstantSource.system();
        Sessions sessions = fixture.sessions(time);
        String sid = sid(fixture.signIn(sessions));
        storeClock()
                .ifPresentOrElse(
                        held -> held.advance(life),
                        () -> Poll.until(
                                "the session's life has passed",
                                () -> fixture.find(sessions, sid).isEmpty()));
        assertThat(fixture.find(sessions, sid)).isEmpty();
        assertThat(fixture.end(sessions, sid)).isEmpty();
        assertThat(sessions.list(fixture.user)).isEmpty();
        assertThat(fixture.indexed()).isEmpty();
    }

    @IndexKind.OfSeveral
    void anIdleSessionIsEndedWhenItIsMet(IndexKind kind) {
        SessionFixture fixture = fixture(kind, IDLE).started(1);
        clock().advance(HOUR.minus(MILLI));
        fixture.first();
        clock().advance(MILLI);
        assertOver(fixture);
    }

    @IndexKind.OfSeveral
    void anIdleSessionCannotBeTouchedBack(IndexKind kind) {
        SessionFixture fixture = fixture(kind, IDLE).started(1).keepFirst();
        clock().advance(HOUR);
        assertThat(fixture.sessions().touch(fixture.kept())).isEqualTo(new Touch.Gone());
        assertOver(fixture);
    }

    @IndexKind.OfSeveral
    void aListingEndsWhatIsIdle(IndexKind kind) {
        SessionFixture fixture = fixture(kind, IDLE);
        fixture.signIn();
        clock().advance(Duration.ofMinutes(40));
        Session busy = fixture.signIn();
        clock().advance(Duration.ofMinutes(40));
        assertThat(fixture.sessions().list(fixture.user))
                .extracting(Session::publicId)
                .containsExactly(busy.publicId());
        fixture.assertGone(fixture.firstSid());
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.Sets
    void noTouchPassesTheAbsoluteLimit(IndexKind kind) {
        Duration limit = Duration.ofDays(50);
        SessionFixture fixture = fixture(kind, absolute(limit));
        Session seen = fixture.signIn();
        clock().advance(Duration.ofDays(29));
        Session touched = fixture.assertTouched(fixture.sessions().touch(seen));
        assertThat(touched.endsAt()).isEqualTo(seen.createdAt().plus(limit));
        storeClock().ifPresent(held -> assertLife(fixture.key(sid(seen)), Duration.ofDays(21)));
        clock().advance(Duration.ofDays(21).minus(MILLI));
        fixture.first();
        clock().advance(MILLI);
        assertThat(fixture.sessions().touch(touched)).isEqualTo(new Touch.Gone());
        assertOver(fixture);
    }

    @IndexKind.OfSeveral
    void aLowerAbsoluteLimitHoldsForSessionsThatAreThere(IndexKind kind) {
        SessionFixture fixture = fixture(kind, absolute(Duration.ofDays(1))).startedBeyond(1, POLICY);
        clock().advance(Duration.ofDays(2));
        assertOver(fixture);
    }

    /** Where the key ended by itself, its entry is there until the index is read. */
    private static void assertOver(SessionFixture fixture) {
        fixture.assertGone(fixture.firstSid());
        assertThat(fixture.sessions().list(fixture.user)).isEmpty();
        fixture.assertIndexIsTheTruth();
    }
}
