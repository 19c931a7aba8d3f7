package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.InstantSource;

/** Touches, and the limits that end a session. */
@OnEveryStore(heldClock = true)
final class TimesTest extends SessionSuite {
    private static final Duration HOUR = Duration.ofHours(1);

    private static SessionPolicy idle(Duration idle) {
        return new SessionPolicy(LIFE, idle, Duration.ofDays(180), 5, SessionPolicy.AtCap.END_OLDEST, MINUTE);
    }

    private static SessionPolicy absolute(Duration limit) {
        return new SessionPolicy(LIFE, LIFE, limit, 5, SessionPolicy.AtCap.END_OLDEST, MINUTE);
    }

    @InBothStorages
    void aTouchIsWrittenAtMostOnceAMinute(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        clock().advance(MINUTE.minusMillis(1));
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Fresh(seen));
        clock().advance(Duration.ofMillis(1));
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Touched.class);
        Session found = sessions.find(sid(seen)).orElseThrow();
        assertThat(found.lastSeenAt()).isEqualTo(seen.createdAt().plus(MINUTE));
        assertThat(found.version()).isEqualTo(1);
        assertThat(sessions.touch(found)).isEqualTo(new Touch.Fresh(found));
        // Whoever saw the session before the touch learns of it instead of writing again.
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Fresh.class);
    }

    @InBothStorages
    void aTouchRenewsTheLivesOfSessionAndIndex(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        clock().advance(Duration.ofDays(29));
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Touched.class);
        storeClock().ifPresent(held -> {
            assertThat(store().remaining(key(storage, sid(seen)))).hasValue(new Life.Ends(LIFE));
            assertThat(store().remaining(index())).hasValue(new Life.Ends(LIFE));
            held.advance(Duration.ofDays(29));
            assertThat(sessions.find(sid(seen))).isPresent();
            held.advance(Duration.ofDays(1));
            assertGone(storage, sid(seen));
            assertThat(store().type(index())).isEmpty();
        });
    }

    @InBothStorages
    void aSessionEndsByItselfAndLeavesTheIndexWithIt(Storage storage) {
        Duration life = Duration.ofMillis(400);
        SessionPolicy brief = new SessionPolicy(
                life, life, Duration.ofDays(1), 5, SessionPolicy.AtCap.END_OLDEST, Duration.ofMillis(10));
        InstantSource time = storeClock().isPresent() ? clock() : InstantSource.system();
        Sessions sessions = new Sessions(store(), LAYOUT, brief, storage, random.tokens(), time);
        String sid = sid(started(sessions));
        storeClock()
                .ifPresentOrElse(
                        held -> held.advance(life),
                        () -> Poll.until(
                                "the session's life has passed",
                                () -> sessions.find(sid).isEmpty()));
        assertThat(sessions.find(sid)).isEmpty();
        assertThat(sessions.end(sid)).isFalse();
        assertThat(sessions.list(user())).isEmpty();
        assertThat(indexed()).isEmpty();
    }

    @InBothStorages
    void anIdleSessionIsEndedWhenItIsMet(Storage storage) {
        Sessions sessions = sessions(storage, idle(HOUR));
        Session seen = started(sessions);
        clock().advance(HOUR.minusMillis(1));
        assertThat(sessions.find(sid(seen))).isPresent();
        clock().advance(Duration.ofMillis(1));
        assertThat(sessions.find(sid(seen))).isEmpty();
        assertGone(storage, sid(seen));
        assertIndexIsTheTruthAfterListing(sessions, storage);
    }

    @InBothStorages
    void anIdleSessionCannotBeTouchedBack(Storage storage) {
        Sessions sessions = sessions(storage, idle(HOUR));
        Session seen = started(sessions);
        clock().advance(HOUR);
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Ended());
        assertGone(storage, sid(seen));
        assertIndexIsTheTruthAfterListing(sessions, storage);
    }

    @InBothStorages
    void aListingEndsWhatIsIdle(Storage storage) {
        Sessions sessions = sessions(storage, idle(HOUR));
        String idle = sid(started(sessions));
        clock().advance(Duration.ofMinutes(40));
        Session busy = started(sessions);
        clock().advance(Duration.ofMinutes(40));
        assertThat(sessions.list(user())).extracting(Session::publicId).containsExactly(busy.publicId());
        assertGone(storage, idle);
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void noTouchPassesTheAbsoluteLimit(Storage storage) {
        Duration limit = Duration.ofDays(50);
        Sessions sessions = sessions(storage, absolute(limit));
        Session seen = started(sessions);
        clock().advance(Duration.ofDays(29));
        Touch touch = sessions.touch(seen);
        assertThat(touch)
                .isInstanceOfSatisfying(
                        Touch.Touched.class,
                        touched -> assertThat(touched.session().endsAt())
                                .isEqualTo(seen.createdAt().plus(limit)));
        storeClock()
                .ifPresent(held -> assertThat(store().remaining(key(storage, sid(seen))))
                        .hasValue(new Life.Ends(Duration.ofDays(21))));
        clock().advance(Duration.ofDays(21).minusMillis(1));
        assertThat(sessions.find(sid(seen))).isPresent();
        clock().advance(Duration.ofMillis(1));
        assertThat(sessions.touch(((Touch.Touched) touch).session())).isEqualTo(new Touch.Ended());
        assertThat(sessions.find(sid(seen))).isEmpty();
        assertGone(storage, sid(seen));
        assertIndexIsTheTruthAfterListing(sessions, storage);
    }

    @InBothStorages
    void aLowerAbsoluteLimitHoldsForSessionsThatAreThere(Storage storage) {
        String sid = sid(started(sessions(storage)));
        clock().advance(Duration.ofDays(2));
        Sessions stricter = sessions(storage, absolute(Duration.ofDays(1)));
        assertThat(stricter.list(user())).isEmpty();
        assertThat(stricter.find(sid)).isEmpty();
        assertGone(storage, sid);
        assertIndexIsTheTruth(storage);
    }

    /** Where the key ended by itself, its entry is there until the index is read. */
    private void assertIndexIsTheTruthAfterListing(Sessions sessions, Storage storage) {
        assertThat(sessions.list(user())).isEmpty();
        assertIndexIsTheTruth(storage);
    }
}
