package dev.yorozu.conformance.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.NamedBoards;
import dev.yorozu.NamedBoards.Message;
import dev.yorozu.NamedCounters;
import dev.yorozu.NamedLikes;
import dev.yorozu.NamedLikes.Likes;
import dev.yorozu.NamedRankings;
import dev.yorozu.Yorozu;
import dev.yorozu.app.RankingRule;
import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.EveryCall.Cut;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.once.OneTimeValues;
import dev.yorozu.once.OneTimeValues.Take;
import dev.yorozu.once.Replays;
import dev.yorozu.once.Replays.Meeting;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What an app does that is one-time or counted, cut off at each call to the store and in each way: it was done whole or not at
 * all, also where the answer is lost, and what is given once is never given twice.
 */
@OnEveryStore
final class CutOffTest extends Suite {
    private static final Duration DAY = Duration.ofDays(1);
    private static final String APP = "shop";
    private static final String RIGHT = "123456";
    private static final int TRIES = 3;

    /** Plays an act on an id of its own for each cut. */
    private <F> void cutOff(Supplier<F> fixtures, BiFunction<Store, F, Object> act, BiConsumer<F, Boolean> check) {
        new EveryCall<>(store(), fixtures, act::apply, number -> true)
                .cutOff(fixture -> check.accept(fixture, true), (fixture, cut) -> check.accept(fixture, isDone(cut)));
    }

    /** Of an act whose last call does the work. */
    private static boolean isDone(Cut cut) {
        return cut.last() && cut.fault().applies();
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private Yorozu yorozu(Store store) {
        return Yorozu.builder(store).clock(clock()).open();
    }

    private static OneTimeValues once(Store store) {
        return new OneTimeValues(store, APP, Storage.HARDENED, RandomTokens.secure());
    }

    @Test
    void aClaimIsMadeOnce() {
        cutOff(CutOffTest::id, (store, id) -> once(store).claim("hook", id, DAY), (id, done) -> {
            assertThat(once(store()).claim("hook", id, DAY)).isEqualTo(!done);
            assertThat(once(store()).claim("hook", id, DAY)).isFalse();
        });
    }

    private String withCode() {
        String id = id();
        once(store()).put(new OneTimeValues.Put("email", id, RIGHT, "value", DAY, TRIES), false);
        return id;
    }

    private Take take(String id, String code) {
        return once(store()).take("email", id, code);
    }

    /** A code whose answer was lost may be gone with it; it is never good for two. */
    @Test
    void aCodeIsTakenOnce() {
        new EveryCall<>(store(), this::withCode, (store, id) -> once(store).take("email", id, RIGHT), number -> true)
                .cutOff(id -> assertThat(take(id, RIGHT)).isInstanceOf(Take.Gone.class), (id, cut) -> {
                    boolean first = take(id, RIGHT) instanceof Take.Taken;
                    assertThat(first && isDone(cut))
                            .as("given twice by %s", cut)
                            .isFalse();
                    assertThat(take(id, RIGHT)).isNotInstanceOf(Take.Taken.class);
                });
    }

    @Test
    void aWrongCodeIsNeverGivenATryMore() {
        new EveryCall<>(store(), this::withCode, (store, id) -> once(store).take("email", id, "wrong"), number -> true)
                .cutOff(id -> assertThat(take(id, "wrong")).isEqualTo(new Take.Wrong(TRIES - 2)), (id, cut) -> {
                    assertThat(take(id, "wrong")).isIn(new Take.Wrong(TRIES - 1), new Take.Wrong(TRIES - 2));
                    take(id, "wrong");
                    take(id, "wrong");
                    assertThat(take(id, RIGHT)).isInstanceOf(Take.Gone.class);
                });
    }

    @Test
    void aCountWhoseAnswerIsLostWasMadeOnceOrNot() {
        cutOff(CutOffTest::id, (store, id) -> yorozu(store).counters(APP).add(id, 5), (id, done) -> {
            NamedCounters counters = yorozu(store()).counters(APP);
            assertThat(counters.get(id)).isEqualTo(done ? 5 : 0);
            assertThat(counters.add(id)).isEqualTo(done ? 6 : 1);
        });
    }

    @Test
    void aVisitorIsCountedAndMarkedOrNeither() {
        new EveryCall<>(
                        store(),
                        CutOffTest::id,
                        (store, id) -> yorozu(store).counters(APP).visit(id, "a"),
                        number -> true)
                .cutOff(id -> {}, (id, cut) -> {
                    NamedCounters counters = yorozu(store()).counters(APP);
                    long before = counters.get(id);
                    assertThat(counters.visit(id, "a").counted()).isEqualTo(before == 0);
                    assertThat(counters.visit(id, "a")).isEqualTo(new NamedCounters.Visit(false, 1));
                });
    }

    private static LockPlace lock(String id) {
        return new LockPlace(AppKeys.LOCK.key(APP, id), Optional.of(AppKeys.FENCE.key(APP, id)));
    }

    private static Locks locks(Store store) {
        return new Locks(store, RandomTokens.secure());
    }

    /** An owner who does not know of it keeps the lock until its life has passed; a fence is never given twice. */
    @Test
    void aLockHasOneOwnerAndItsFencesRise() {
        cutOff(
                () -> {
                    String id = id();
                    Lease first = locks(store()).tryAcquire(lock(id), DAY).orElseThrow();
                    locks(store()).release(first);
                    return id;
                },
                (store, id) -> locks(store).tryAcquire(lock(id), DAY),
                (id, done) -> {
                    Optional<Lease> next = locks(store()).tryAcquire(lock(id), DAY);
                    assertThat(next.isPresent()).isEqualTo(!done);
                    next.ifPresent(lease -> assertThat(lease.fence()).hasValue(2));
                    assertThat(locks(store()).tryAcquire(lock(id), DAY)).isEmpty();
                    assertThat(store().get(AppKeys.FENCE.key(APP, id))
                                    .orElseThrow()
                                    .text())
                            .isEqualTo("2");
                });
    }

    @Test
    void aReleasedLockIsFreeOrStillHeld() {
        record Held(String id, Lease lease) {}
        cutOff(
                () -> {
                    String id = id();
                    return new Held(id, locks(store()).tryAcquire(lock(id), DAY).orElseThrow());
                },
                (store, held) -> locks(store).release(held.lease()),
                (held, done) -> {
                    assertThat(locks(store()).release(held.lease())).isEqualTo(!done);
                    assertThat(locks(store()).tryAcquire(lock(held.id()), DAY)).isPresent();
                });
    }

    /** Whoever asks again is answered as before, waits, or begins anew; never answered otherwise. */
    @Test
    void aCallThatIsSentAgainIsNeverAnsweredOtherwise() {
        new EveryCall<>(
                        store(),
                        CutOffTest::id,
                        (store, id) -> {
                            if (replays(store).begin("web", id, "call") instanceof Meeting.First first) {
                                first.work().answered("answer of " + id);
                            }
                            return id;
                        },
                        number -> true)
                .cutOff(id -> assertThat(answer(id)).contains("answer of " + id), (id, cut) -> {
                    if (answer(id).isPresent()) {
                        assertThat(answer(id)).contains("answer of " + id);
                    } else {
                        assertThat(isDone(cut)).isFalse();
                    }
                    assertThat(replays(store()).begin("web", id, "another call"))
                            .isInstanceOfAny(Meeting.Another.class, Meeting.Working.class);
                });
    }

    private static Replays replays(Store store) {
        return new Replays(store, APP, RandomTokens.secure());
    }

    private Optional<String> answer(String id) {
        return replays(store()).begin("web", id, "call") instanceof Meeting.Answered answered
                ? Optional.of(answered.answer())
                : Optional.empty();
    }

    @Test
    void aLikeIsThereOrNotAndTheCountWithIt() {
        for (BiFunction<NamedLikes, String, Likes> act : List.<BiFunction<NamedLikes, String, Likes>>of(
                (likes, id) -> likes.like(id, "a"), (likes, id) -> likes.toggle(id, "a"))) {
            new EveryCall<>(
                            store(),
                            CutOffTest::id,
                            (store, id) -> act.apply(yorozu(store).likes(APP), id),
                            number -> true)
                    .cutOff(id -> assertLike(id, true), (id, cut) -> {
                        Likes seen = yorozu(store()).likes(APP).get(id, "a");
                        assertLike(id, seen.liked());
                        assertThat(yorozu(store()).likes(APP).like(id, "a"))
                                .isEqualTo(new Likes(true, !seen.liked(), 1));
                    });
        }
    }

    private void assertLike(String id, boolean liked) {
        assertThat(yorozu(store()).likes(APP).get(id, "a")).isEqualTo(new Likes(liked, false, liked ? 1 : 0));
    }

    private NamedRankings rankings(Store store) {
        return yorozu(store).rankings(APP, "laps", new RankingRule(Order.FALLING, 2, true));
    }

    @Test
    void aScoreIsEnteredWholeOrNot() {
        cutOff(
                () -> {
                    String id = id();
                    rankings(store()).submit(id, "a", 10);
                    rankings(store()).submit(id, "b", 20);
                    return id;
                },
                (store, id) -> rankings(store).submit(id, "c", 30),
                (id, done) -> {
                    assertThat(rankings(store()).page(id, 10).items())
                            .extracting(NamedRankings.Entry::name)
                            .containsExactlyElementsOf(done ? List.of("c", "b") : List.of("b", "a"));
                    assertThat(store().fields(AppKeys.RANKING_DETAILS.key(APP, "laps", id)))
                            .hasSize(2);
                    assertThat(rankings(store()).submit(id, "c", 30)).isEqualTo(!done);
                });
    }

    private NamedBoards boards(Store store) {
        return yorozu(store).boards(APP, chosen -> chosen.keep(2));
    }

    private List<String> texts(String id) {
        assertThat(store().read(new Read.Size(AppKeys.BOARD_MESSAGES.key(APP, id))))
                .isEqualTo(boards(store()).size(id));
        return boards(store()).page(id, 10).items().stream().map(Message::text).toList();
    }

    @Test
    void aMessageIsPostedChangedAndRemovedWholeOrNot() {
        record Board(String id, Message first) {}
        Supplier<Board> board = () -> {
            String id = id();
            Message first = boards(store()).post(id, "a", "1");
            boards(store()).post(id, "a", "2");
            return new Board(id, first);
        };
        cutOff(
                board,
                (store, made) -> boards(store).post(made.id(), "a", "3"),
                (made, done) -> assertThat(texts(made.id())).isEqualTo(done ? List.of("3", "2") : List.of("2", "1")));
        cutOff(
                board,
                (store, made) -> boards(store).edit(made.id(), made.first().id(), "one"),
                (made, done) -> assertThat(texts(made.id())).isEqualTo(List.of("2", done ? "one" : "1")));
        cutOff(
                board,
                (store, made) -> boards(store).remove(made.id(), made.first().id()),
                (made, done) -> assertThat(texts(made.id())).isEqualTo(done ? List.of("2") : List.of("2", "1")));
    }
}
