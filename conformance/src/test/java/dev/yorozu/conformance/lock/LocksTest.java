package dev.yorozu.conformance.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Locks: one owner, released by no other, numbered where the place has a fence. */
@OnEveryStore(heldClock = true)
final class LocksTest extends Suite {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int THREADS = 8;

    private final String user = UUID.randomUUID().toString();

    private Locks locks() {
        return new Locks(store(), RandomTokens.secure());
    }

    private LockPlace named() {
        return LockPlace.named(user);
    }

    private LockPlace documented() {
        return LockPlace.at(DiscordKeys.SESSION_LOCK.key(user));
    }

    @Test
    void aHeldLockIsNotGivenAgainUntilItsOwnerReleasesIt() {
        for (LockPlace place : new LockPlace[] {named(), documented()}) {
            Lease lease = locks().tryAcquire(place, LONG).orElseThrow();
            assertThat(locks().tryAcquire(place, LONG)).isEmpty();
            assertThat(locks().release(new Lease(place, "somebody else", lease.fence())))
                    .isFalse();
            assertThat(locks().tryAcquire(place, LONG)).isEmpty();
            assertThat(locks().release(lease)).isTrue();
            assertThat(store().type(place.lock())).isEmpty();
            assertThat(locks().release(lease)).isFalse();
            assertThat(lease.toString()).doesNotContain(lease.owner());
        }
    }

    @Test
    void onlyItsOwnerCanGiveALockANewLife() {
        Lease lease = locks().tryAcquire(documented(), Duration.ofMinutes(1)).orElseThrow();
        assertThat(locks().extend(new Lease(documented(), "somebody else", lease.fence()), LONG))
                .isFalse();
        assertThat(left(documented())).isLessThanOrEqualTo(Duration.ofMinutes(1));
        assertThat(locks().extend(lease, LONG)).isTrue();
        assertThat(left(documented())).isGreaterThan(Duration.ofMinutes(1));
        assertThat(locks().release(lease)).isTrue();
        assertThat(locks().extend(lease, LONG)).isFalse();
        assertThat(store().type(documented().lock())).isEmpty();
    }

    private Duration left(LockPlace place) {
        return ((Life.Ends) store().remaining(place.lock()).orElseThrow()).left();
    }

    @Test
    void fencesRiseAlsoWhenALockWasNeverReleased() {
        Lease first = locks().tryAcquire(named(), Duration.ofMillis(50)).orElseThrow();
        outlive(named(), Duration.ofMillis(50));
        Lease second = locks().tryAcquire(named(), LONG).orElseThrow();
        assertThat(first.fence()).hasValue(1);
        assertThat(second.fence()).hasValue(2);
        assertThat(locks().release(first)).isFalse();
        assertThat(locks().tryAcquire(named(), LONG)).isEmpty();
        assertThat(locks().release(second)).isTrue();
    }

    @Test
    void aDocumentedLockHasNoFenceOfItsOwn() {
        assertThat(locks().tryAcquire(documented(), LONG).orElseThrow().fence()).isEmpty();
    }

    @Test
    void ofManyExactlyOneHoldsTheLock() throws Exception {
        for (int round = 1; round <= 10; round++) {
            var won = Race.run(THREADS, () -> locks().tryAcquire(named(), LONG));
            var leases = won.stream().flatMap(Optional::stream).toList();
            assertThat(leases).hasSize(1);
            assertThat(leases.getFirst().fence()).hasValue(round);
            assertThat(locks().release(leases.getFirst())).isTrue();
        }
    }

    private void outlive(LockPlace place, Duration life) {
        storeClock()
                .ifPresentOrElse(
                        held -> held.advance(life),
                        () -> Poll.until(
                                "the lock's life has passed",
                                () -> store().type(place.lock()).isEmpty()));
    }
}
