package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Poll;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, the index names exactly the sessions that live.
 */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends SessionSuite {
    private static final int CAP = 3;
    private static final SessionPolicy THREE = cap(CAP, AtCap.END_OLDEST);

    /** What another server does meanwhile, to a user with as many sessions as the test says. */
    private record Other(String name, Consumer<SessionFixture> action)
            implements EveryCall.Interruption<SessionFixture> {}

    private static final List<Other> OTHERS = List.of(
            new Other("ends all", SessionFixture::endAll),
            new Other("ends the first", fixture -> fixture.end(fixture.firstSid())),
            new Other("ends others", fixture -> fixture.endAllBut(fixture.firstSid())),
            new Other("ends the last and lists", fixture -> {
                fixture.end(fixture.acknowledged().getLast());
                fixture.list();
            }),
            new Other("signs in", SessionFixture::start),
            new Other("signs in often", fixture -> {
                for (int i = 0; i <= CAP; i++) {
                    fixture.start();
                }
            }),
            new Other(
                    "touches the first",
                    fixture -> fixture.find(fixture.firstSid()).ifPresent(fixture::touch)),
            new Other(
                    "changes the first",
                    fixture -> fixture.find(fixture.firstSid()).ifPresent(seen -> fixture.rename(seen, "other"))));

    /** Acts in prepared fixtures, with each of the others at each call; then the index must be the truth. */
    private <T> void amongOthers(
            IndexKind kind,
            Supplier<SessionFixture> prepare,
            Function<SessionFixture, T> act,
            BiConsumer<SessionFixture, T> outcome) {
        everyCall(kind, prepare, act)
                .amongOthers(OTHERS, fixture -> assertWhole(fixture, "nobody"), (fixture, result, other) -> {
                    assertWhole(fixture, other.name());
                    outcome.accept(fixture, result);
                });
    }

    private static void assertWhole(SessionFixture fixture, String other) {
        fixture.assertIndexIsTheTruth();
        List<String> living = fixture.living();
        assertThat(living).as(other).hasSizeLessThanOrEqualTo(fixture.cap()).noneMatch(fixture::pending);
        assertThat(fixture.unacknowledged()).as(other).noneMatch(fixture::lives);
        if (fixture.kind() == IndexKind.RECORD && !living.isEmpty()) {
            assertThat(fixture.record(fixture.index()).text("accessToken"))
                    .isEqualTo(fixture.record(fixture.key(living.getFirst())).text("accessToken"));
        }
    }

    /** A user whose sessions are due for a touch. */
    private Supplier<SessionFixture> due(IndexKind kind, int sessions) {
        return () -> fixture(kind, THREE).started(sessions).keepFirst(MINUTE);
    }

    @IndexKind.Each
    void aSignInAmongOthers(IndexKind kind) {
        assertSignInIsTrue(kind, () -> fixture(kind, THREE).started(2));
        assertSignInIsTrue(kind, () -> fixture(kind, THREE).started(CAP));
    }

    @IndexKind.OfSeveral
    void aSignInAmongOthersWhileTheCapIsLowered(IndexKind kind) {
        SessionPolicy earlier = cap(CAP + 2, AtCap.END_OLDEST);
        assertSignInIsTrue(kind, () -> fixture(kind, earlier).started(CAP + 2).under(THREE));
    }

    private void assertSignInIsTrue(IndexKind kind, Supplier<SessionFixture> prepare) {
        amongOthers(kind, prepare, SessionFixture::start, (fixture, start) -> {
            assertThat(start).isNotEqualTo(new Start.Refused());
            if (start instanceof Start.Overtaken overtaken) {
                assertThat(fixture.lives(SessionFixture.sid(overtaken.session())))
                        .isFalse();
            }
        });
    }

    @IndexKind.Apart
    void aSignInThatTookLongerThanItMayIsOvertaken(IndexKind kind) {
        FaultyStore counting = FaultyStore.counting(store());
        fixture(kind, THREE).through(counting).signIn();
        for (int call = 2; call <= counting.calls(); call++) {
            SessionFixture fixture = fixture(kind, THREE);
            FaultyStore slow = FaultyStore.meanwhile(store(), call, () -> passPending(fixture));
            assertThat(fixture.through(slow).start()).isInstanceOf(Start.Overtaken.class);
            fixture.assertEmpty();
        }
    }

    /** Lets the life of a session that is not confirmed pass; where no clock can be held, cuts it to a millisecond. */
    private void passPending(SessionFixture fixture) {
        if (storeClock().isPresent()) {
            storeClock().get().advance(SessionFixture.PENDING);
            return;
        }
        Key pending = fixture.key(fixture.unacknowledged().getLast());
        store().commit(Batch.builder()
                .expire(pending, Expiry.after(Expiry.SHORTEST))
                .build());
        Poll.until("the pending session has ended", () -> store().type(pending).isEmpty());
    }

    @IndexKind.Each
    void anEndAmongOthers(IndexKind kind) {
        List<Function<SessionFixture, Object>> ends = List.of(
                busy -> busy.end(busy.firstSid()),
                busy -> busy.sessions().end(busy.keptFirst()),
                busy -> busy.sessions().endOne(busy.user(), busy.keptFirst().publicId()));
        for (Function<SessionFixture, Object> end : ends) {
            // Only an end of the version seen may leave the session, and answers so.
            amongOthers(
                    kind,
                    due(kind, 2),
                    end,
                    (fixture, ended) -> assertThat(ended.equals(false) || !fixture.lives(fixture.firstSid()))
                            .isTrue());
        }
    }

    @IndexKind.Each
    void endingAllAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(kind, CAP),
                SessionFixture::endAll,
                (fixture, ended) -> assertThat(fixture.acknowledged().subList(0, fixture.cap()))
                        .noneMatch(fixture::lives));
    }

    @IndexKind.Each
    void aTouchAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(kind, 2),
                busy -> busy.touch(busy.keptFirst()),
                (fixture, touch) -> assertThat(touch instanceof Touch.Gone && fixture.lives(fixture.firstSid()))
                        .isFalse());
    }

    @IndexKind.Each
    void aChangeAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(kind, 2),
                busy -> busy.sessions()
                        .change(
                                busy.keptFirst(),
                                document -> document.with("name", "mine").with(kind.secret(), "second")),
                (fixture, change) -> {
                    switch (change) {
                        case Change.Changed changed -> assertName(fixture, "mine");
                        case Change.Superseded superseded -> assertName(fixture, "other");
                        case Change.Gone gone ->
                            assertThat(fixture.lives(fixture.firstSid())).isFalse();
                    }
                });
    }

    /** What came between may also have come after the change, and have ended or changed the session then. */
    private static void assertName(SessionFixture fixture, String name) {
        boolean isRecord = fixture.kind().isRecord();
        fixture.find(fixture.firstSid())
                .ifPresentOrElse(
                        found -> assertThat(found.text("name").orElseThrow())
                                .isIn(isRecord ? List.of(name, "other") : List.of(name)),
                        () -> assertThat(isRecord).isTrue());
    }

    @IndexKind.Each
    void aListingAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(kind, CAP),
                SessionFixture::list,
                (fixture, listed) -> assertThat(listed)
                        // Where sessions are also found by their names, one that took another's place is shown with it.
                        .hasSizeLessThanOrEqualTo(kind == IndexKind.SORTED_SET ? 2 * CAP : fixture.cap())
                        .allMatch(session -> session.user().equals(fixture.user())));
    }
}
