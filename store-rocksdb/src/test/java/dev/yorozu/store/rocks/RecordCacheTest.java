package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.Race;
import org.junit.jupiter.api.Test;

class RecordCacheTest {
    private static final long MOST = 1 << 20;
    private static final int THREADS = 16;
    private static final int RECORDS = 50_000;
    private static final byte[] RECORD =
            RecordFormat.encode(new Entry.Text(Bytes.of("x".repeat(400))), RecordFormat.NEVER);

    /** One of them makes room, and may be stopped while the others go on. */
    @Test
    void isBoundedHoweverManyKeepRecordsAtOnce() throws Exception {
        RecordCache cache = new RecordCache(MOST);
        assertThat(Race.of(THREADS, thread -> keep(cache, "record:" + thread + ':')))
                .allSatisfy(most -> assertThat(most).isBetween(MOST / 2, MOST + MOST / 8));
    }

    /** Keeps many records, and says how many bytes they took at most. */
    private static long keep(RecordCache cache, String name) {
        long most = 0;
        for (int i = 0; i < RECORDS; i++) {
            cache.holdAbsent(name + i);
            cache.release(name + i, RECORD, 0);
            most = Math.max(most, cache.bytes());
        }
        return most;
    }
}
