package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.EveryCall.Cut;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Start;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. What is left grants no access that was not
 * granted, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends SessionSuite {
    private static final SessionPolicy TWO = cap(2, AtCap.END_OLDEST);
    private static final SessionPolicy TWO_AT_MOST = cap(2, AtCap.REFUSE);

    /** Cuts the act off in prepared fixtures, at each call and in each way. */
    private void cutOff(
            IndexKind kind,
            Supplier<SessionFixture> prepare,
            Function<SessionFixture, Object> act,
            BiConsumer<SessionFixture, Cut> aftermath) {
        everyCall(kind, prepare, act).cutOff(SessionFixture::assertSettled, (fixture, cut) -> {
            assertThat(cut.failed() || !kind.isSet()).isTrue();
            aftermath.accept(fixture, cut);
        });
    }

    @IndexKind.Each
    void aSignInThatIsCutOffLeavesNothingThatLasts(IndexKind kind) {
        List<Supplier<SessionFixture>> before = List.of(
                () -> fixture(kind, TWO),
                () -> fixture(kind, TWO).started(2),
                // With a dead entry, which is removed for it.
                () -> {
                    SessionFixture fixture = fixture(kind, TWO_AT_MOST).started(2);
                    return fixture.delete(fixture.key(fixture.firstSid()));
                });
        before.forEach(prepare -> cutOff(kind, prepare, SessionFixture::start, this::assertNoAccessWasGranted));
    }

    @IndexKind.OfSeveral
    void aRefusedSignInThatIsCutOffTakesNoPlace(IndexKind kind) {
        cutOff(kind, () -> fixture(kind, TWO_AT_MOST).started(2), SessionFixture::start, (fixture, cut) -> {
            assertThat(fixture.unacknowledged()).allMatch(fixture::pending);
            assertThat(fixture.acknowledged()).allMatch(fixture::lives);
            passTheMinute();
            fixture.assertSettled();
            assertThat(fixture.start()).isEqualTo(new Start.Refused());
        });
    }

    /**
     * The sid was not given away. It is gone, or ends within the minute; only when the server was killed after the call that
     * made the session count does it last, and is then listed and counted like any other.
     */
    private void assertNoAccessWasGranted(SessionFixture fixture, Cut cut) {
        if (cut.failed()) {
            String sid = fixture.unacknowledged().getLast();
            boolean lasts = !fixture.pending(sid);
            boolean confirmed = cut.last() || fixture.kind() == IndexKind.SORTED_SET;
            assertThat(!lasts || (confirmed && fixture.isIndexed(sid))).isTrue();
            assertThat(lasts || !cut.last() || cut.fault() != Fault.KILLED_AFTER)
                    .isTrue();
            assertThat(!fixture.lives(sid) || cut.fault().kills()).isTrue();
            assertThat(!lasts || cut.fault() == Fault.KILLED_AFTER).isTrue();
            assertThat(fixture.indexed()).hasSizeLessThanOrEqualTo(fixture.cap());
            fixture.assertSettled();
            passTheMinute();
            storeClock().ifPresent(held -> assertThat(fixture.lives(sid)).isEqualTo(lasts));
        } else {
            assertThat(fixture.living()).contains(fixture.acknowledged().getLast());
            fixture.assertLive(fixture.living());
        }
        fixture.assertSettled();
        assertThat(lived(fixture.endAll())).isLessThanOrEqualTo(fixture.cap());
        fixture.signIn();
        fixture.assertSettled();
    }

    /** Where the store's clock is held, sessions that are not confirmed end now; elsewhere they do so by themselves. */
    private void passTheMinute() {
        clock().advance(SessionFixture.PENDING.plusSeconds(1));
    }

    @IndexKind.Each
    void anEndThatIsCutOffIsAnEndOrNone(IndexKind kind) {
        cutOff(kind, () -> fixture(kind).started(2), busy -> busy.end(busy.firstSid()), (fixture, cut) -> {
            boolean alive = fixture.find(fixture.firstSid()).isPresent();
            assertThat(alive).isEqualTo(cut.call() == 1 && !cut.fault().applies());
            assertThat(fixture.end(fixture.firstSid()).isPresent()).isEqualTo(alive);
            fixture.assertGone(fixture.firstSid());
            fixture.assertSettled();
            fixture.assertIndexIsTheTruth();
            assertThat(fixture.indexed()).hasSize(fixture.acknowledged().size() - 1);
        });
    }

    @IndexKind.Each
    void endingAllThatIsCutOffIsFinishedByTheNext(IndexKind kind) {
        cutOff(kind, () -> fixture(kind).started(3), SessionFixture::endAll, (fixture, cut) -> {
            assertThat(fixture.living()).allMatch(fixture::isIndexed);
            fixture.endAll();
            fixture.assertEmpty();
        });
    }

    @IndexKind.OfSeveral
    void endingAllButOneThatIsCutOffKeepsThatOne(IndexKind kind) {
        cutOff(kind, () -> fixture(kind).started(3), busy -> busy.endAllBut(busy.firstSid()), (fixture, cut) -> {
            assertThat(fixture.living()).allMatch(fixture::isIndexed).contains(fixture.firstSid());
            fixture.assertSettled();
            fixture.endAllBut(fixture.firstSid());
            fixture.assertLive(List.of(fixture.firstSid()));
        });
    }

    @IndexKind.Each
    void aTouchThatIsCutOffEndsNoSession(IndexKind kind) {
        List<Supplier<SessionFixture>> before = List.of(
                () -> fixture(kind).started(2).keepFirst(MINUTE),
                () -> fixture(kind).started(1).withoutIndex());
        for (Supplier<SessionFixture> prepare : before) {
            cutOff(kind, prepare, busy -> busy.touch(busy.keptFirst()), (fixture, cut) -> {
                clock().advance(MINUTE);
                Session seen = fixture.first();
                assertThat(seen.version()).isEqualTo(fixture.keptFirst().version());
                fixture.touched(seen);
                fixture.assertSettled();
                fixture.assertIndexIsTheTruth();
            });
        }
    }

    @IndexKind.Each
    void aChangeThatIsCutOffIsWholeOrNoneAndItsIndexOutlivesIt(IndexKind kind) {
        cutOff(
                kind,
                () -> fixture(kind).started(1).keepFirst(LIFE.dividedBy(2)),
                busy -> busy.sessions().change(busy.keptFirst(), document -> document.with(kind.secret(), "second")),
                (fixture, cut) -> {
                    Session found = fixture.first();
                    String secret = found.secret(kind.secret()).orElseThrow();
                    assertThat(secret).isIn("second", "clear-access");
                    boolean changed = secret.equals("second");
                    assertThat(changed || cut.failed()).isTrue();
                    assertThat(kind.isRecord() || changed == cut.fault().applies())
                            .isTrue();
                    fixture.assertVersion(found, changed ? 2 : 1);
                    fixture.assertLive(fixture.acknowledged());
                    if (kind.isRecord() || storeClock().isPresent()) {
                        // What ends all sessions finds them in the index.
                        assertThat(fixture.left(fixture.index()))
                                .isGreaterThan(fixture.left(fixture.key(fixture.firstSid()))
                                        .minusSeconds(2));
                    }
                    assertThat(fixture.rename(found, "next")).isInstanceOf(Change.Changed.class);
                    fixture.assertIndexIsTheTruth();
                });
    }

    @IndexKind.Each
    void whatComesTooLateAndIsCutOffRevivesNothing(IndexKind kind) {
        List<Function<SessionFixture, Object>> acts = List.of(
                busy -> busy.touch(busy.keptFirst()),
                busy -> busy.rename(busy.keptFirst(), "late"),
                busy -> busy.sessions().end(busy.keptFirst()),
                busy -> busy.end(busy.firstSid()));
        Supplier<SessionFixture> ended = () -> {
            SessionFixture fixture = fixture(kind).started(2).keepFirst(MINUTE);
            fixture.end(fixture.firstSid());
            return fixture;
        };
        for (Function<SessionFixture, Object> act : acts) {
            cutOff(kind, ended, act, (fixture, cut) -> {
                fixture.assertGone(fixture.firstSid());
                fixture.assertSettled();
                fixture.assertIndexIsTheTruth();
            });
        }
    }

    @IndexKind.Each
    void aListingThatIsCutOffLosesNoSession(IndexKind kind) {
        assertListingLosesNoSession(kind, () -> fixture(kind).started(2).enlistDead(1));
        if (kind == IndexKind.SORTED_SET) {
            // A session that is not in the index is found by its name, and listed again.
            assertListingLosesNoSession(kind, () -> {
                SessionFixture fixture = fixture(kind).started(2);
                Bytes first = Bytes.of(fixture.firstSid());
                store().commit(Batch.builder()
                        .rankRemove(fixture.index(), first)
                        .build());
                return fixture;
            });
        }
    }

    private void assertListingLosesNoSession(IndexKind kind, Supplier<SessionFixture> prepare) {
        cutOff(kind, prepare, SessionFixture::list, (fixture, cut) -> {
            assertThat(fixture.list()).hasSize(fixture.acknowledged().size());
            fixture.assertIndexIsTheTruth();
        });
    }

    @IndexKind.Each
    void aStoreThatFailsGrantsNoAccess(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        SessionFixture cut = fixture.through(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 1));
        assertThatThrownBy(() -> cut.find(fixture.firstSid())).isInstanceOf(StoreException.class);
    }
}
