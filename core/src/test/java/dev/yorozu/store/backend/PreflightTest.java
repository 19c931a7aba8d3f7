package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PreflightTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Expiry ENDED = Expiry.at(NOW);
    private static final Expiry LATER = Expiry.at(NOW.plusMillis(1));
    private static final Key ABSENT = key("absent");
    private static final Key TEXT = key("text");
    private static final Key FULL = key("full");
    private static final Key SET = key("set");
    private static final Bytes A = Bytes.of("a");

    private static Key key(String name) {
        return Key.of("test:", "here", ":" + name);
    }

    /** A text that is no number, the largest counter, a set, and nothing else. */
    private static final Preflight.State STATE = new Preflight.State() {
        private final Map<Key, String> strings = Map.of(TEXT, "no number", FULL, "" + Long.MAX_VALUE);

        @Override
        public @Nullable ValueType type(Key key) {
            if (strings.containsKey(key)) {
                return ValueType.STRING;
            }
            return key.equals(SET) ? ValueType.SET : null;
        }

        @Override
        public Bytes string(Key key) {
            return Bytes.of(strings.getOrDefault(key, ""));
        }
    };

    private static void check(UnaryOperator<Batch.Builder> content) {
        Preflight.check(content.apply(Batch.builder()).build().writes(), STATE, NOW);
    }

    private static void assertPasses(UnaryOperator<Batch.Builder> content) {
        assertThatCode(() -> check(content)).doesNotThrowAnyException();
    }

    private static void assertFault(Class<? extends StoreException> fault, UnaryOperator<Batch.Builder> content) {
        assertThatThrownBy(() -> check(content)).isInstanceOf(fault);
    }

    @Test
    void aWriteMeetsTheTypeThatWasThere() {
        assertFault(WrongType.class, b -> b.add(SET, 1));
        assertFault(WrongType.class, b -> b.take(SET));
        assertFault(WrongType.class, b -> b.setAdd(TEXT, A));
        assertPasses(b -> b.setAdd(SET, A).setAdd(ABSENT, A).take(TEXT).put(key("other"), "x", Expiry.never()));
    }

    @Test
    void aDeletedReplacedOrEndedKeyHasNoTypeAnyMore() {
        assertPasses(b -> b.delete(SET).add(SET, 1));
        assertPasses(b -> b.put(SET, "x", Expiry.never()).take(SET));
        assertPasses(b -> b.expire(SET, ENDED).add(SET, 1));
        assertFault(WrongType.class, b -> b.expire(SET, LATER).add(SET, 1));
    }

    @Test
    void sumsAreFollowedThroughTheBatch() {
        assertFault(NotANumber.class, b -> b.add(FULL, 1));
        assertPasses(b -> b.add(FULL, -1).add(FULL, 1));
        assertFault(NotANumber.class, b -> b.add(ABSENT, Long.MAX_VALUE).add(ABSENT, 1));
        assertFault(NotANumber.class, b -> b.add(ABSENT, -Long.MAX_VALUE).add(ABSENT, -2));
        assertPasses(b -> b.delete(FULL).add(FULL, Long.MAX_VALUE));
        assertFault(NotANumber.class, b -> b.add(TEXT, 1));
    }

    @Test
    void aCounterBornEndedStartsAgain() {
        assertPasses(b -> b.add(ABSENT, Long.MAX_VALUE, ENDED).add(ABSENT, 1));
        assertFault(NotANumber.class, b -> b.add(ABSENT, Long.MAX_VALUE, LATER).add(ABSENT, 1));
        assertPasses(b -> b.delete(FULL).add(FULL, Long.MAX_VALUE, ENDED).add(FULL, 1));
        assertFault(NotANumber.class, b -> b.add(FULL, 0, ENDED).add(FULL, 1));
    }
}
