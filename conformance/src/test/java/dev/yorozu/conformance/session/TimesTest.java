package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Touches, and the limits that end a session. */
@OnEveryStore(heldClock = true)
final class TimesTest extends SessionSuite {
    private static final SessionPolicy IDLE =
            new SessionPolicy(LIFE, HOUR, Duration.ofDays(180), 5, AtCap.END_OLDEST, MINUTE);

    private static SessionPolicy absolute(Duration limit) {
        return new SessionPolicy(LIFE, LIFE, limit, 5, AtCap.END_OLDEST, MINUTE);
    }

    @IndexKind.OfSeveral
    void aTouchIsWrittenAtMostOnceAMinuteAndAsksNothingUntilThen(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture counted = fixture.through(counting);
        Session seen = fixture.signIn();
        clock().advance(MINUTE.minus(MILLI));
        assertThat(counted.touch(seen)).isEqualTo(new Touch.Fresh(seen));
        assertThat(counting.calls()).isZero();
        clock().advance(MILLI);
        counted.touched(seen);
        int written = counting.calls();
        Session found = fixture.first();
        assertThat(found.lastSeenAt()).isEqualTo(seen.createdAt().plus(MINUTE));
        fixture.assertVersion(found, 1);
        assertThat(counted.touch(found)).isEqualTo(new Touch.Fresh(found));
        assertThat(counting.calls()).isEqualTo(written);
        // A caller that saw the session before the touch learns of it instead of writing again.
        assertThat(fixture.touch(seen)).isInstanceOf(Touch.Fresh.class);
    }

    @IndexKind.Sets
    void aTouchRenewsTheLivesOfSessionAndIndex(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1).keepFirst(Duration.ofDays(29));
        fixture.touched(fixture.keptFirst());
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
        Duration day = Duration.ofDays(1);
        SessionFixture fixture =
                fixture(kind, new SessionPolicy(life, life, day, 5, AtCap.END_OLDEST, Duration.ofMillis(10)));
        // A busy machine may need longer for a sign-in than so short a session lives.
        Poll.until("a sign-in that is quicker than its session's life", () -> {
            if (storeClock().isEmpty()) {
                clock().set(Instant.now());
            }
            return fixture.start() instanceof Start.Started;
        });
        String sid = fixture.acknowledged().getLast();
        storeClock()
                .ifPresentOrElse(
                        held -> held.advance(life),
                        () -> Poll.until("the session's life has passed", () -> !fixture.lives(sid)));
        fixture.assertGone(sid);
        assertThat(fixture.end(sid)).isEmpty();
        assertThat(fixture.list()).isEmpty();
        assertThat(fixture.indexed()).isEmpty();
    }

    @IndexKind.OfSeveral
    void anIdleSessionIsEndedWhenItIsMetAndCannotBeTouchedBack(IndexKind kind) {
        for (boolean touched : List.of(false, true)) {
            SessionFixture fixture = fixture(kind, IDLE).started(1).keepFirst(HOUR.minus(MILLI));
            fixture.first();
            clock().advance(MILLI);
            assertThat(touched ? fixture.touch(fixture.keptFirst()) : new Touch.Gone())
                    .isEqualTo(new Touch.Gone());
            assertOver(fixture);
        }
    }

    @IndexKind.OfSeveral
    void aListingEndsWhatIsIdle(IndexKind kind) {
        SessionFixture fixture = fixture(kind, IDLE);
        fixture.signIn();
        clock().advance(Duration.ofMinutes(40));
        Session busy = fixture.signIn();
        clock().advance(Duration.ofMinutes(40));
        assertThat(fixture.list()).extracting(Session::publicId).containsExactly(busy.publicId());
        fixture.assertGone(fixture.firstSid());
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.Sets
    void noTouchPassesTheAbsoluteLimit(IndexKind kind) {
        Duration limit = Duration.ofDays(50);
        SessionFixture fixture = fixture(kind, absolute(limit));
        Session seen = fixture.signIn();
        clock().advance(Duration.ofDays(29));
        Session touched = fixture.touched(seen);
        assertThat(touched.endsAt()).isEqualTo(seen.createdAt().plus(limit));
        storeClock().ifPresent(held -> assertLife(fixture.key(sid(seen)), Duration.ofDays(21)));
        clock().advance(Duration.ofDays(21).minus(MILLI));
        fixture.first();
        clock().advance(MILLI);
        assertThat(fixture.touch(touched)).isEqualTo(new Touch.Gone());
        assertOver(fixture);
    }

    @IndexKind.OfSeveral
    void aLowerAbsoluteLimitHoldsForSessionsThatAreThere(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1).under(absolute(Duration.ofDays(1)));
        clock().advance(Duration.ofDays(2));
        assertOver(fixture);
    }

    /** Where the key ended by itself, its entry is there until the index is read. */
    private static void assertOver(SessionFixture fixture) {
        fixture.assertGone(fixture.firstSid());
        assertThat(fixture.list()).isEmpty();
        fixture.assertIndexIsTheTruth();
    }
}
