package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Life;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** After a block nothing is kept for a while, even what was loaded before any caller asked the cache for it. */
@OnEveryStore
final class BlocksTest extends CacheSuite {
    private static final int THREADS = 8;

    @Test
    void aBarForgetsAndNothingIsKeptForAWhile() {
        Cache<String> server = server(STRICT);
        get(server);
        truth.put(id, NEW);
        assertThat(server(STRICT).block(id)).isTrue();
        assertThat(there(value)).isFalse();
        assertThat(there(lease)).isFalse();
        assertThat(store().remaining(writers))
                .hasValueSatisfying(life -> assertThat(life)
                        .isInstanceOfSatisfying(
                                Life.Ends.class,
                                ends -> assertThat(ends.left())
                                        .isBetween(STRICT.writing().dividedBy(2), STRICT.writing())));
        for (int read = 0; read < 3; read++) {
            assertThat(get(server)).isEqualTo(new Cached<>(Optional.of(NEW), false));
            assertThat(there(value)).isFalse();
        }
        assertThat(truth.calls()).isEqualTo(4);
        assertThat(server.stats().waits()).isZero();
        assertThat(server.block(id)).isFalse();
    }

    @Test
    void aBarEndsByItself() {
        server(HASTY).block(id);
        awaitEndOf(writers);
        assertThat(get(server(STRICT)).hit()).isFalse();
        assertThat(get(server(STRICT)).hit()).isTrue();
    }

    @Test
    void aLoadThatHadBegunIsNotKept() {
        Cache<String> reader = server(STRICT);
        Reading slow = reading(reader);
        truth.put(id, NEW);
        server(STRICT).block(id);
        assertThat(slow.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        assertThat(shown(reader)).isEqualTo(NEW);
    }

    /** An invalidation would let it in: its lease is claimed after the load. */
    @Test
    void whatWasLoadedBeforeTheBarAndIsBroughtAfterItIsNotKept() {
        Optional<String> loaded = truth.load(id);
        truth.put(id, NEW);
        server(STRICT).block(id);
        assertThat(server(STRICT).get(id, () -> loaded)).isEqualTo(new Cached<>(loaded, false));
        assertThat(there(value)).isFalse();
        assertThat(shown(server(STRICT))).isEqualTo(NEW);
    }

    @Test
    void whoJoinsALoadThatIsOlderThanABarDoesNotGetIt() {
        Cache<String> server = server(PATIENT);
        Reading early = reading(server);
        truth.put(id, NEW);
        server(PATIENT).block(id);
        CompletableFuture<Cached<String>> late = getting(server);
        awaitWaits(1, () -> server.stats().waits());
        assertThat(early.finish().value()).contains(OLD);
        assertThat(late.join().value()).contains(NEW);
    }

    @Test
    void theEndOfAChangeDoesNotEndABar() {
        Cache<String> server = server(STRICT);
        server.write(id, () -> server(STRICT).block(id));
        assertThat(there(writers)).isTrue();
        get(server);
        assertThat(there(value)).isFalse();
    }

    @Test
    void anyNumberOfBarsIsOneWriter() {
        for (int block = 0; block < 20; block++) {
            server(STRICT).block(id);
        }
        assertThat(store().members(writers)).hasSize(1);
    }

    @Test
    void aBarThatIsNotKnownToHoldIsAFault() {
        for (Fault fault : new Fault[] {Fault.REFUSED, Fault.KILLED_BEFORE, Fault.UNANSWERED}) {
            get(server(STRICT));
            Cache<String> faulty = server(FaultyStore.failing(store(), fault, 1), STRICT);
            assertThatThrownBy(() -> faulty.block(id)).isInstanceOf(StoreException.class);
            assertThat(there(value)).isEqualTo(!fault.applies());
            assertThat(there(writers)).isEqualTo(fault.applies());
        }
    }

    @Test
    void afterABarNothingIsThereWhoeverBringsWhat() throws Exception {
        List<Cache<String>> servers = List.of(server(STRICT), server(STRICT));
        for (int round = 0; round < Rounds.of(25); round++) {
            String raced = UUID.randomUUID().toString();
            Race.of(THREADS, number -> {
                Cache<String> server = servers.get(number % servers.size());
                return number == 0
                        ? server.block(raced)
                        : server.get(raced, () -> Optional.of(OLD)).hit();
            });
            assertThat(there(UserKeys.PROFILE.key(raced))).isFalse();
            assertThat(servers.getFirst().get(raced, () -> Optional.of(NEW)).value())
                    .contains(NEW);
        }
    }
}
