package dev.yorozu.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
    @Test
    void everyTextIsThereInEveryLanguage() {
        assertThat(Language.JAPANESE.names()).isEqualTo(Language.ENGLISH.names());
    }

    /** What these files write beside actions: systems, and who or what an event is about. */
    private static final Set<String> NO_ACTIONS =
            Set.of("all", "ok", "tokens", "yorozu", "operator", "discord", "oidc");

    private static final Pattern NOTED =
            Pattern.compile("\\b(?:Event\\.of|event|about|link|note|written|audited|byOperator)\\(([^;]*?)[;{]");

    private static final Pattern WORD = Pattern.compile("\"([a-z]+(?:-[a-z]+)*)\"");

    /** Found where they are written down, so that a new one without a text fails here. */
    @Test
    void everyActionOfTheAuditLogHasAText() throws IOException {
        Set<String> actions = new TreeSet<>(Set.of("expire"));
        try (Stream<Path> tree = Files.walk(Path.of("src/main/java"))) {
            for (Path path :
                    tree.filter(each -> each.toString().endsWith(".java")).toList()) {
                String source = Files.readString(path);
                if (source.contains("dev.yorozu.audit.") || source.contains("rail;") || source.contains("audited(")) {
                    NOTED.matcher(source)
                            .results()
                            .flatMap(noted -> WORD.matcher(noted.group(1)).results())
                            .map(word -> word.group(1))
                            .forEach(actions::add);
                }
            }
        }
        actions.removeAll(NO_ACTIONS);
        assertThat(actions).contains("sign-in", "revoke-others", "take-over", "blacklist", "download", "new-key");
        for (String action : actions) {
            assertThat(Language.ALL)
                    .as(action)
                    .allMatch(
                            each -> each.find("console.audit.action." + action).isPresent());
        }
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
