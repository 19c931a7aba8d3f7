package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/** What the parts of the contract share: the store, keys of a partition of their own, and short forms. */
@ExtendWith(ContractFixture.Belonging.class)
abstract class ContractFixture {
    static final Expiry NEVER = Expiry.never();

    static final int MOST_PAGES = 100_000;

    private final String partition = UUID.randomUUID().toString();

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private StoreContract contract;

    /** Tells a part which contract it belongs to. */
    static final class Belonging implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            TestInstances instances = context.getRequiredTestInstances();
            instances
                    .findInstance(ContractFixture.class)
                    .ifPresent(part -> part.contract =
                            instances.findInstance(StoreContract.class).orElseThrow());
        }
    }

    Store store() {
        return contract.store();
    }

    Store openAnother() {
        return contract.openAnother();
    }

    Optional<HeldClock> clock() {
        return contract.clock();
    }

    /** The store's time, as near as it can be known. */
    Instant now() {
        return clock().map(HeldClock::instant).orElseGet(Instant::now);
    }

    String partition() {
        return partition;
    }

    Key key(String suffix) {
        return Key.of("test:", partition, ":" + suffix);
    }

    /** A key in another partition than all others of this name. */
    Key elsewhere(String name) {
        return Key.of("test:", partition + "-" + name, ":elsewhere");
    }

    static Bytes bytes(String text) {
        return Bytes.of(text);
    }

    Commit commit(UnaryOperator<Batch.Builder> content) {
        return store().commit(content.apply(Batch.builder()).build());
    }

    /** All keys with this prefix, by pages of so many. */
    List<Key> walk(String prefix, int limit) {
        List<Key> keys = new ArrayList<>();
        Scan scan = Scan.of(prefix, limit);
        for (int i = 0; i < MOST_PAGES; i++) {
            Scan.Page page = store().scan(scan);
            keys.addAll(page.keys());
            if (page.last()) {
                return keys;
            }
            scan = scan.from(page.next());
        }
        throw new AssertionError("The walk does not end");
    }

    Set<String> names(String prefix, int limit) {
        return walk(prefix, limit).stream().map(Key::name).collect(Collectors.toSet());
    }

    /** Commits a batch that must be applied. */
    Commit.Applied apply(UnaryOperator<Batch.Builder> content) {
        Commit commit = commit(content);
        assertThat(commit).isInstanceOf(Commit.Applied.class);
        return (Commit.Applied) commit;
    }

    /** Commits a batch that must be rejected, and says what the guard found. */
    Found reject(UnaryOperator<Batch.Builder> content) {
        Commit commit = commit(content);
        assertThat(commit).isInstanceOf(Commit.Rejected.class);
        return ((Commit.Rejected) commit).found();
    }

    void assertFault(Class<? extends StoreException> fault, UnaryOperator<Batch.Builder> content) {
        Batch batch = content.apply(Batch.builder()).build();
        assertThatThrownBy(() -> store().commit(batch)).isInstanceOf(fault);
    }

    void assertAbsent(Key key) {
        assertThat(store().type(key)).isEmpty();
    }

    void assertPresent(Key key) {
        assertThat(store().type(key)).isPresent();
    }

    void assertValue(Key key, String value) {
        assertThat(store().get(key).map(Bytes::text)).hasValue(value);
    }

    void assertEndless(Key key) {
        assertThat(store().remaining(key)).hasValue(new Life.Endless());
    }

    /** Asserts that the key ends, and not later than after this time; exactly then where the clock is held. */
    void assertEndsWithin(Key key, Duration atMost) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        Duration left = ((Life.Ends) life).left();
        assertThat(left).isPositive().isLessThanOrEqualTo(atMost);
        if (clock().isPresent()) {
            assertThat(left).isEqualTo(atMost);
        }
    }

    /** Lets the key's life pass: moves the held clock on, or waits for the real one; then asserts that it is gone. */
    void outlive(Key key, Duration life) {
        if (clock().isPresent()) {
            clock().get().advance(life);
        } else {
            Poll.until("the key's life has passed", () -> store().type(key).isEmpty());
        }
        assertAbsent(key);
    }
}
