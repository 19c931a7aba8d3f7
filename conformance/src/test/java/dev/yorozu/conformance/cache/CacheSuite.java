package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheFormat;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the parts of the contract share: an id and a truth of their own, and servers, each of which is a cache. */
abstract class CacheSuite extends Suite {
    static final String OLD = "old";
    static final String NEW = "new";

    /** Waits for others as long as a test may take. */
    static final CachePolicy PATIENT =
            new CachePolicy(Duration.ofMinutes(5), Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(30));

    /** Hardly waits for others, and soon forgets who loads or writes. */
    static final CachePolicy HASTY =
            new CachePolicy(Duration.ofMinutes(5), Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(20));

    /** Hardly waits for others, and does not forget them during a test. */
    static final CachePolicy STRICT =
            new CachePolicy(Duration.ofMinutes(5), Duration.ZERO, Duration.ofSeconds(60), Duration.ofMillis(20));

    static final CacheFormat<String> FORMAT = new CacheFormat.Shared<>() {
        private static final String MARK = "row ";

        @Override
        public Bytes encode(String value, Instant now) {
            return Bytes.of(MARK + value);
        }

        @Override
        public Optional<String> decode(Bytes stored) {
            return Optional.of(stored.text())
                    .filter(text -> text.startsWith(MARK))
                    .map(text -> text.substring(MARK.length()));
        }

        @Override
        public int bytes(String value) {
            return value.length();
        }
    };

    final String id = UUID.randomUUID().toString();
    final Truth truth = new Truth().put(id, OLD);
    final Key value = UserKeys.PROFILE.key(id);
    final Key lease = CacheKeys.LEASE.key("profile", id);
    final Key writers = CacheKeys.WRITERS.key("profile", id);

    Cache<String> server(CachePolicy policy) {
        return server(store(), policy);
    }

    Cache<String> server(Store store, CachePolicy policy) {
        return new Cache<>(store, CacheLayout.PROFILES, policy, FORMAT, RandomTokens.secure(), HeldClock.start());
    }

    Cached<String> get(Cache<String> server) {
        return server.get(id, () -> truth.load(id));
    }

    /** What a server shows. */
    String shown(Cache<String> server) {
        return get(server).value().orElse("nothing");
    }

    void write(Cache<String> server, String row) {
        assertThat(server.write(id, () -> truth.put(id, row))).isSameAs(truth);
    }

    Held held() {
        return new Held(() -> truth.load(id));
    }

    CompletableFuture<Cached<String>> getting(Cache<String> server, Supplier<Optional<String>> loader) {
        return background(() -> server.get(id, loader));
    }

    /** A read that loads quickly, in a thread of its own. */
    CompletableFuture<Cached<String>> getting(Cache<String> server) {
        return getting(server, () -> truth.load(id));
    }

    /** A read on this server that is held after it has read the truth, and before it keeps it. */
    Reading reading(Cache<String> server) {
        Held held = held();
        CompletableFuture<Cached<String>> answer = getting(server, held);
        held.awaitRead();
        return new Reading(held, answer);
    }

    record Reading(Held loader, CompletableFuture<Cached<String>> answer) {
        Cached<String> finish() {
            loader.letGo();
            return answer.join();
        }
    }

    boolean there(Key key) {
        return store().type(key).isPresent();
    }

    void awaitEndOf(Key key) {
        Poll.until("the key has ended", () -> !there(key));
    }

    static void awaitWaits(long waits, Supplier<Long> counted) {
        Poll.until("so many wait: " + waits, () -> counted.get() >= waits);
    }

    /** That every server, also one that was never asked, shows the new row, and keeps it from now on. */
    void allShowNew(List<Cache<String>> servers) {
        assertThat(shown(server(STRICT))).isEqualTo(NEW);
        assertThat(store().get(value)).contains(Bytes.of("row " + NEW));
        servers.forEach(server -> assertThat(shown(server)).isEqualTo(NEW));
    }
}
