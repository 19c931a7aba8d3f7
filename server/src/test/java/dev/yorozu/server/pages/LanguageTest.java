package dev.yorozu.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
    @Test
    void everyTextIsThereInEveryLanguage() {
        assertThat(Language.JAPANESE.names()).isEqualTo(Language.ENGLISH.names());
    }

    @ParameterizedTest
    @CsvSource({
        "PT59S, less than a minute, 1分未満",
        "PT59M59S, 59 min, 59分",
        "PT23H59M, 23 h 59 min, 23時間59分",
        "P2000DT5H, '2,000 d 5 h', '2,000日5時間'"
    })
    void anUptimeIsToldInItsTwoLargestUnits(Duration up, String english, String japanese) {
        Instant started = Instant.parse("2026-01-01T00:00:00Z");
        Landing landing = new Landing(true, "memory", "1", started, started.plus(up));

        assertThat(landing.uptime(Language.ENGLISH)).isEqualTo(english);
        assertThat(landing.uptime(Language.JAPANESE)).isEqualTo(japanese);
    }
}
