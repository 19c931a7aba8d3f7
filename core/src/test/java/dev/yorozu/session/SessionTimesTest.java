package dev.yorozu.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionTimesTest {
    private static OptionalLong read(String text) {
        return SessionTimes.ISO.read(Document.empty().with("at", text), "at");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Random random = new Random(6);
        for (int i = 0; i < 10_000; i++) {
            Instant time = Instant.ofEpochMilli(random.nextLong(0, 253_402_300_800_000L));
            Document written = SessionTimes.ISO.write(Document.empty(), "at", time);
            assertThat(SessionTimes.ISO.read(written, "at")).hasValue(time.toEpochMilli());
        }
    }

    @Test
    void otherProgramsMayWriteOtherForms() {
        long expected = Instant.parse("2025-09-30T10:00:00.123Z").toEpochMilli();
        for (String form : List.of(
                "2025-09-30T10:00:00.123Z",
                "2025-09-30T10:00:00.123456",
                "2025-09-30T10:00:00.123456Z",
                "2025-09-30T19:00:00.123+09:00")) {
            assertThat(read(form)).as(form).hasValue(expected);
        }
        assertThat(read("2025-09-30T10:00:00")).hasValue(expected - 123);
    }

    @Test
    void whatIsNoTimeIsNone() {
        for (String text : List.of(
                "",
                "yesterday",
                "2025-13-30T10:00:00.123Z",
                "2025-02-30T10:00:00.123Z",
                "2025-09-30T25:00:00.123Z",
                "2025-09-30T10:00:61.123Z",
                "2025-09-30T10:00:00.1２3Z",
                "2025-09-30 10:00:00.123Z")) {
            assertThat(read(text)).as(text).isEmpty();
        }
    }
}
