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
        SessionFixture scene = scene(kind);
        Sessions sessions = scene.sessions();
        Session seen = scene.signIn();
        clock().advance(MINUTE.minus(MILLI));
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Fresh(seen));
        clock().advance(MILLI);
        scene.assertTouched(sessions.touch(seen));
        Session found = scene.first();
        assertThat(found.lastSeenAt()).isEqualTo(seen.createdAt().plus(MINUTE));
        scene.assertVersion(found, 1);
        assertThat(sessions.touch(found)).isEqualTo(new Touch.Fresh(found));
        // Whoever saw the session before the touch learns of it instead of writing again.
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Fresh.class);
    }

    @IndexKind.Sets
    void aTouchRenewsTheLivesOfSessionAndIndex(IndexKind kind) {
        SessionFixture scene = scene(kind).started(1).keepFirst();
        clock().advance(Duration.ofDays(29));
        scene.assertTouched(scene.sessions().touch(scene.kept()));
        storeClock().ifPresent(held -> {
            assertLife(scene.key(scene.firstSid()), LIFE);
            assertLife(scene.index(), LIFE);
            held.advance(Duration.ofDays(29));
            scene.assertLive(scene.acknowledged());
            held.advance(Duration.ofDays(1));
            scene.assertEmpty();
        });
    }

    @IndexKind.OfSeveral
    void aSessionEndsByItselfAndLeavesTheIndexWithIt(IndexKind kind) {
        Duration life = Duration.ofMillis(400);
        SessionPolicy brief =
                new SessionPolicy(life, life, Duration.ofDays(1), 5, AtCap.END_OLDEST, Duration.ofMillis(10));
        SessionFixture scene = scene(kind, brief);
        InstantSource time = storeClock().isPresent() ? clock() : InstantSource.system();
        Sessions sessions = scene.sessions(time);
        String sid = sid(scene.signIn(sessions));
        storeClock()
                .ifPresentOrElse(
                        held -> held.advance(life),
                        () -> Poll.until(
                                "the session's life has passed",
                                () -> scene.find(sessions, sid).isEmpty()));
        assertThat(scene.find(sessions, sid)).isEmpty();
        assertThat(scene.end(sessions, sid)).isEmpty();
        assertThat(sessions.list(scene.user)).isEmpty();
        assertThat(scene.indexed()).isEmpty();
    }

    @IndexKind.OfSeveral
    void anIdleSessionIsEndedWhenItIsMet(IndexKind kind) {
        SessionFixture scene = scene(kind, IDLE).started(1);
        clock().advance(HOUR.minus(MILLI));
        scene.first();
        clock().advance(MILLI);
        assertOver(scene);
    }

    @IndexKind.OfSeveral
    void anIdleSessionCannotBeTouchedBack(IndexKind kind) {
        SessionFixture scene = scene(kind, IDLE).started(1).keepFirst();
        clock().advance(HOUR);
        assertThat(scene.sessions().touch(scene.kept())).isEqualTo(new Touch.Gone());
        assertOver(scene);
    }

    @IndexKind.OfSeveral
    void aListingEndsWhatIsIdle(IndexKind kind) {
        SessionFixture scene = scene(kind, IDLE);
        scene.signIn();
        clock().advance(Duration.ofMinutes(40));
        Session busy = scene.signIn();
        clock().advance(Duration.ofMinutes(40));
        assertThat(scene.sessions().list(scene.user))
                .extracting(Session::publicId)
                .containsExactly(busy.publicId());
        scene.assertGone(scene.firstSid());
        scene.assertIndexIsTheTruth();
    }

    @IndexKind.Sets
    void noTouchPassesTheAbsoluteLimit(IndexKind kind) {
        Duration limit = Duration.ofDays(50);
        SessionFixture scene = scene(kind, absolute(limit));
        Session seen = scene.signIn();
        clock().advance(Duration.ofDays(29));
        Session touched = scene.assertTouched(scene.sessions().touch(seen));
        assertThat(touched.endsAt()).isEqualTo(seen.createdAt().plus(limit));
        storeClock().ifPresent(held -> assertLife(scene.key(sid(seen)), Duration.ofDays(21)));
        clock().advance(Duration.ofDays(21).minus(MILLI));
        scene.first();
        clock().advance(MILLI);
        assertThat(scene.sessions().touch(touched)).isEqualTo(new Touch.Gone());
        assertOver(scene);
    }

    @IndexKind.OfSeveral
    void aLowerAbsoluteLimitHoldsForSessionsThatAreThere(IndexKind kind) {
        SessionFixture scene = scene(kind, absolute(Duration.ofDays(1))).startedBeyond(1, POLICY);
        clock().advance(Duration.ofDays(2));
        assertOver(scene);
    }

    /** Where the key ended by itself, its entry is there until the index is read. */
    private static void assertOver(SessionFixture scene) {
        scene.assertGone(scene.firstSid());
        assertThat(scene.sessions().list(scene.user)).isEmpty();
        scene.assertIndexIsTheTruth();
    }
}
