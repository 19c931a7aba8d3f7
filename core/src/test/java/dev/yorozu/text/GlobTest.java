package dev.yorozu.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    private static boolean matches(String pattern, String name) {
        return Glob.matches(pattern.getBytes(StandardCharsets.UTF_8), name.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "*, '', true",
        "*, sess:1, true",
        "sess:*, sess:, true",
        "sess:*, session:1, false",
        "a?c, abc, true",
        "a?c, ac, false",
        "*:daily:*, counter:x:daily:2026, true",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXbYbZ, false",
        "h[ae]llo, hello, true",
        "h[ae]llo, hillo, false",
        "h[^e]llo, hallo, true",
        "h[^e]llo, hello, false",
        "h[a-b]llo, hbllo, true",
        "h[b-a]llo, hbllo, true",
        "h[\\]]llo, h]llo, true",
        "a\\*b, a*b, true",
        "a\\*b, aXb, false",
        "a[, ab, false",
        "sess, sess, true",
        "'', '', true",
        "'', a, false"
    })
    void aPatternStandsForNames(String pattern, String name, boolean matches) {
        assertThat(matches(pattern, name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"*, 0", "sess:*, 5", "a\\\\*b?, 1", "plain, 5", "'', 0", "x[ab], 1"})
    void thePrefixIsWhatAllNamesBeginWith(String pattern, int length) {
        assertThat(Glob.prefixLength(pattern.getBytes(StandardCharsets.UTF_8))).isEqualTo(length);
    }

    @Test
    void manyStarsTakeNoMoreThanTheProductOfBothLengths() {
        assertThat(matches("a*".repeat(500) + "b", "a".repeat(10_000))).isFalse();
    }
}
