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

    @ParameterizedTest
    @CsvSource({
        "PT0S, just now, たった今",
        "PT-59S, just now, たった今",
        "PT-59M-59S, 59 min ago, 59分前",
        "PT-23H-59M, 23 h ago, 23時間前",
        "P-3D, 3 d ago, 3日前",
        "PT29S, in less than a minute, 1分以内",
        "PT59M29S, in 59 min, 59分後",
        "PT59M59S, in 1 h, 1時間後",
        "PT719H59M59S, in 30 d, 30日後"
    })
    void aMomentIsToldByItsDistance(Duration away, String english, String japanese) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        Moment moment = new Moment(now.plus(away), now);

        assertThat(moment.text(Language.ENGLISH)).isEqualTo(english);
        assertThat(moment.text(Language.JAPANESE)).isEqualTo(japanese);
    }
}
