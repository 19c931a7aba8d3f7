package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Poll;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

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
            new Other("ends all", fixture -> fixture.sessions().endAll(fixture.user)),
            new Other("ends the first", fixture -> fixture.end(fixture.firstSid())),
            new Other("ends others", fixture -> fixture.sessions().endAllBut(fixture.user, fixture.firstSid())),
            new Other("ends the last and lists", InterleavingsTest::endTheLastAndList),
            new Other("signs in", SessionFixture::start),
            new Other("signs in often", InterleavingsTest::signInOften),
            new Other(
                    "touches the first",
                    fixture -> fixture.find(fixture.firstSid()).ifPresent(fixture.sessions()::touch)),
            new Other("changes the first", InterleavingsTest::changeTheFirst));

    private static void endTheLastAndList(SessionFixture fixture) {
        fixture.end(fixture.acknowledged().getLast());
        fixture.sessions().list(fixture.user);
    }

    private static void changeTheFirst(SessionFixture fixture) {
        fixture.find(fixture.firstSid())
                .ifPresent(seen -> fixture.sessions().change(seen, document -> document.with("name", "other")));
    }

    private static void signInOften(SessionFixture fixture) {
        for (int i = 0; i <= CAP; i++) {
            fixture.start();
        }
    }

    /** Acts in a prepared fixture, with each of the others at each call; then the index must be the truth. */
    private <T> void amongOthers(
            IndexKind kind,
            Consumer<SessionFixture> prepare,
            BiFunction<Sessions, SessionFixture, T> act,
            BiConsumer<SessionFixture, T> outcome) {
        EveryCall.Act<SessionFixture, T> through = (store, fixture) -> act.apply(fixture.sessions(store), fixture);
        new EveryCall<>(store(), () -> prepared(kind, THREE, prepare), through, number -> inTurn(kind, number))
                .amongOthers(OTHERS, fixture -> assertWhole(fixture, "nobody"), (fixture, result, other) -> {
                    assertWhole(fixture, other.name());
                    outcome.accept(fixture, result);
                });
    }

    private static void assertWhole(SessionFixture fixture, String other) {
        fixture.assertIndexIsTheTruth();
        assertThat(fixture.living()).as(other).hasSizeLessThanOrEqualTo(fixture.cap());
        assertThat(fixture.living()).as(other).noneMatch(fixture::pending);
        assertThat(fixture.unacknowledged()).as(other).noneMatch(fixture::lives);
        if (fixture.kind == IndexKind.RECORD && !fixture.living().isEmpty()) {
            assertThat(fixture.record(fixture.index()).text("accessToken"))
                    .isEqualTo(fixture.record(fixture.key(fixture.living().getFirst()))
                            .text("accessToken"));
        }
    }

    private static Consumer<SessionFixture> due(int sessions) {
        return fixture -> {
            fixture.started(sessions).keepFirst();
            fixture.clock.advance(MINUTE);
        };
    }

    @IndexKind.Each
    void aSignInAmongOthers(IndexKind kind) {
        for (int before : new int[] {2, CAP}) {
            amongOthers(
                    kind,
                    fixture -> fixture.started(before),
                    (sessions, fixture) -> fixture.start(sessions),
                    InterleavingsTest::assertStartIsTrue);
        }
    }

    private static void assertStartIsTrue(SessionFixture fixture, Start start) {
        assertThat(start).isNotEqualTo(new Start.Refused());
        if (start instanceof Start.Overtaken overtaken) {
            assertThat(fixture.lives(SessionFixture.sid(overtaken.session()))).isFalse();
        }
    }

    @IndexKind.OfSeveral
    void aSignInAmongOthersWhileTheCapIsLowered(IndexKind kind) {
        amongOthers(
                kind,
                fixture -> fixture.startedBeyond(CAP + 2, cap(CAP + 2, AtCap.END_OLDEST)),
                (sessions, fixture) -> fixture.start(sessions),
                InterleavingsTest::assertStartIsTrue);
    }

    @IndexKind.Apart
    void aSignInThatTookLongerThanItMayIsOvertaken(IndexKind kind) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture alone = fixture(kind, THREE);
        alone.signIn(alone.sessions(counting));
        for (int call = 2; call <= counting.calls(); call++) {
            SessionFixture fixture = fixture(kind, THREE);
            FaultyStore slow = FaultyStore.meanwhile(store(), call, () -> passPending(fixture));
            assertThat(fixture.start(fixture.sessions(slow))).isInstanceOf(Start.Overtaken.class);
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
        amongOthers(
                kind,
                due(2),
                (sessions, fixture) -> fixture.end(sessions, fixture.firstSid()),
                (fixture, ended) ->
                        assertThat(fixture.lives(fixture.firstSid())).isFalse());
        amongOthers(
                kind,
                due(2),
                (sessions, fixture) -> sessions.end(fixture.kept()),
                (fixture, ended) ->
                        assertThat(!ended || !fixture.lives(fixture.firstSid())).isTrue());
        amongOthers(
                kind,
                due(2),
                (sessions, fixture) ->
                        sessions.endOne(fixture.user, fixture.kept().publicId()),
                (fixture, ended) ->
                        assertThat(fixture.lives(fixture.firstSid())).isFalse());
    }

    @IndexKind.Each
    void endingAllAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(CAP),
                (sessions, fixture) -> sessions.endAll(fixture.user),
                (fixture, ended) -> assertThat(fixture.acknowledged().subList(0, fixture.cap()))
                        .noneMatch(fixture::lives));
    }

    @IndexKind.Each
    void aTouchAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(2),
                (sessions, fixture) -> sessions.touch(fixture.kept()),
                (fixture, touch) -> assertThat(!(touch instanceof Touch.Gone) || !fixture.lives(fixture.firstSid()))
                        .isTrue());
    }

    @IndexKind.Each
    void aChangeAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(2),
                (sessions, fixture) -> sessions.change(
                        fixture.kept(),
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
        fixture.find(fixture.firstSid())
                .ifPresentOrElse(
                        found -> assertThat(found.text("name").orElseThrow())
                                .isIn(fixture.kind.isRecord() ? List.of(name, "other") : List.of(name)),
                        () -> assertThat(fixture.kind.isRecord()).isTrue());
    }

    @IndexKind.Each
    void aListingAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(CAP),
                (sessions, fixture) -> sessions.list(fixture.user),
                (fixture, listed) -> assertThat(listed)
                        // Where sessions are also found by their names, one that took another's place is shown with it.
                        .hasSizeLessThanOrEqualTo(kind == IndexKind.SORTED_SET ? 2 * CAP : fixture.cap())
                        .allMatch(session -> session.user().equals(fixture.user)));
    }
}
