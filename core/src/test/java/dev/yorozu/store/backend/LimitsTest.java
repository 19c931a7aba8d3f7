package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.LimitExceeded;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LimitsTest {
    private static final Limits SMALL = new Limits(16, 1024, 8, 8);
    private static final Key KEY = Key.of("key");

    private static Batch put(Key key, int valueBytes) {
        return Batch.builder()
                .put(key, Bytes.wrap(new byte[valueBytes]), Expiry.never())
                .build();
    }

    @Test
    void exactlyAtTheLimitPasses() {
        assertThatCode(() -> {
                    SMALL.check(put(Key.of("k".repeat(16)), 1024));
                    SMALL.check(put(Key.of("é".repeat(8)), 0));
                    SMALL.check(put(Key.of("鍵".repeat(5)), 0));
                    SMALL.check(put(Key.of("🔑".repeat(4)), 0));
                    SMALL.check(Collections.nCopies(8, new Read.Get(KEY)));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void oneMoreIsRefused() {
        for (String name : List.of("k".repeat(17), "é".repeat(8) + "k", "鍵".repeat(5) + "kk", "🔑".repeat(4) + "k")) {
            assertThatThrownBy(() -> SMALL.check(put(Key.of(name), 0))).isInstanceOf(LimitExceeded.class);
            assertThatThrownBy(() -> SMALL.check(new Read.Get(Key.of(name)))).isInstanceOf(LimitExceeded.class);
        }
        assertThatThrownBy(() -> SMALL.check(put(KEY, 1025))).isInstanceOf(LimitExceeded.class);
        assertThatThrownBy(() -> SMALL.check(Collections.nCopies(9, new Read.Get(KEY))))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void theMessageSaysWhatIsTooLargeAndNamesNoKey() {
        assertThatThrownBy(() -> SMALL.check(put(Key.of("secret-secret-secret"), 0)))
                .hasMessage("Too many bytes in a key: 20, at most 16");
        assertThatThrownBy(() -> SMALL.check(put(KEY, 2000)))
                .hasMessage("Too many bytes in a value: 2000, at most 1024");
    }

    @Test
    void elementsCountAsOperations() {
        Bytes[] eight = Collections.nCopies(8, Bytes.of("a")).toArray(Bytes[]::new);
        assertThatCode(() -> SMALL.check(Batch.builder().setAdd(KEY, eight).build()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> SMALL.check(
                        Batch.builder().setAdd(KEY, eight).delete(KEY).build()))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void limitsTooSmallToWorkWithAreRefused() {
        assertThatThrownBy(() -> new Limits(15, 1024, 8, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limits(16, 1023, 8, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limits(16, 1024, 7, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limits(16, 1024, 8, 7)).isInstanceOf(IllegalArgumentException.class);
    }
}
