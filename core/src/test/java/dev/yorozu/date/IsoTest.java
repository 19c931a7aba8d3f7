package dev.yorozu.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are put together and taken apart digit by digit are those that Java writes and reads. */
class IsoTest {
    private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    @Test
    void instantsAreWrittenAsByJavaAndReadAgain() {
        Random random = new Random(20);
        for (int i = 0; i < 20_000; i++) {
            Instant whole = Instant.ofEpochSecond(random.nextLong(FIRST, LAST + 1));
            assertBrief(whole);
            assertBrief(whole.plusMillis(random.nextInt(1000)));
        }
        assertBrief(Instant.ofEpochSecond(FIRST - 1));
        assertBrief(Instant.ofEpochSecond(FIRST));
        assertBrief(Instant.ofEpochSecond(LAST, 999_000_000));
        assertBrief(Instant.ofEpochSecond(LAST + 1));
    }

    private static void assertBrief(Instant instant) {
        assertThat(Iso.brief(instant)).isEqualTo(instant.toString());
        assertThat(Iso.parse(Iso.brief(instant))).hasValue(instant);
        assertThat(Iso.parse(Iso.text(instant))).hasValue(instant);
    }

    @Test
    void whatIsLessThanAMillisecondIsNotWritten() {
        Instant instant = Instant.parse("2026-11-18T01:02:03.000999Z");
        assertThat(Iso.brief(instant)).isEqualTo("2026-11-18T01:02:03Z");
        assertThat(Iso.text(instant)).isEqualTo("2026-11-18T01:02:03.000Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-18T01:02:03Z",
                "2026-11-18T01:02:03.450Z",
                "2026-11-18T01:02:03.45Z",
                "2026-11-18T01:02:03.Z",
                "2026-11-18T01:02:03+09:00",
                "2024-02-29T23:59:59Z"
            })
    void otherFormsAreReadAsByJava(String text) {
        assertThat(Iso.parse(text)).hasValue(OffsetDateTime.parse(text).toInstant());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-11-18T01:02:03",
                "2026-11-18T01:02:03.450",
                "2026-11-18 01:02:03Z",
                "2026-02-29T01:02:03Z",
                "2026-13-01T01:02:03Z",
                "2026-11-18T24:00:01Z",
                "2026-11-18T01:60:03Z",
                "2026-11-18T01:02:60Z",
                "2O26-11-18T01:02:03Z"
            })
    void whatIsNoTimeIsNone(String text) {
        assertThat(Iso.parse(text)).isEmpty();
    }
}
