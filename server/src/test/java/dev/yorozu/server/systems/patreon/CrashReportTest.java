package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.membership.CrashReport;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs tell of their crashes. */
class CrashReportTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterEach
    void close() {
        site.close();
    }

    private static Map<String, Object> report() {
        Map<String, Object> fields = new HashMap<>();
        fields.put("report_id", UUID.randomUUID().toString());
        fields.put("crash_timestamp", "2026-11-16T12:00:00.123Z");
        fields.put("error_message", "System.NullReferenceException: Object reference\nnot set");
        fields.put("app_version", "0.2.5");
        fields.put("os_version", "Windows 11 10.0.26100");
        return fields;
    }

    private static Map<String, Object> report(String name, Object value) {
        Map<String, Object> fields = report();
        fields.put(name, value);
        return fields;
    }

    private Answer send(Map<String, Object> fields) throws Exception {
        return site.app().post(PatronApp.CRASH, PatronApp.json(fields));
    }

    private CrashReport kept() {
        return site.patrons().reports().getLast();
    }

    @Test
    void aReportIsKept() throws Exception {
        Map<String, Object> fields = report("stack_trace", "at Baketa.Main()\n at System");
        fields.put("system_info", Map.of("cpu", "x64", "memory", 16));
        fields.put("logs", "one\r\ntwo");
        Answer answer = send(fields).isOk();

        assertThat(answer.json().propertyNames()).containsExactly("success", "report_id", "message");
        assertThat(answer.text("report_id")).isEqualTo(fields.get("report_id"));
        assertThat(kept().errorMessage()).isEqualTo(fields.get("error_message"));
        assertThat(kept().timestamp()).isEqualTo("2026-11-16T12:00:00.123Z");
        assertThat(kept().stackTrace()).contains("at Baketa.Main()\n at System");
        assertThat(kept().systemInfo().orElseThrow()).contains("\"cpu\":\"x64\"", "\"memory\":16");
        assertThat(kept().logs()).contains("one\r\ntwo");
        assertThat(kept().client()).matches("[0-9a-f]{16}");
    }

    @Test
    void theSameReportTwiceIsKeptOnce() throws Exception {
        Map<String, Object> fields = report();
        List<Answer> answers = Race.run(10, () -> send(fields));
        assertThat(answers).allSatisfy(Answer::isOk);
        fields.computeIfPresent("report_id", (name, id) -> id.toString().toUpperCase(Locale.ROOT));
        send(fields).isOk();

        assertThat(site.patrons().reports()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void exactlyTenAMinutePassFromOneAddress(Storage storage) throws Exception {
        try (PatreonSite other = PatreonSite.of(clock, storage)) {
            PatronApp app = other.app();
            List<Answer> answers = Race.run(100, () -> app.post(PatronApp.CRASH, PatronApp.json(report())));

            assertThat(answers.stream().filter(answer -> answer.status() == 200))
                    .hasSize(10);
            assertThat(answers.stream().filter(answer -> answer.status() == 429))
                    .hasSize(90);
            assertThat(other.patrons().reports()).hasSize(10);
            Answer refused = app.post(PatronApp.CRASH, PatronApp.json(report())).isError(429, "RATE_LIMITED");
            assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
            assertThat(refused.header("X-RateLimit-Reset")).matches("\\d{10}");
            clock.advance(Duration.ofMinutes(1));
            app.post(PatronApp.CRASH, PatronApp.json(report())).isOk();
        }
    }

    @Test
    void logsOverTheLimitAreCutBetweenTwoCharacters() throws Exception {
        send(report("logs", "x".repeat(200_000))).isOk();
        assertThat(kept().logs().orElseThrow()).hasSize(102_400);
        send(report("logs", "x".repeat(102_399) + "😀" + "y")).isOk();
        assertThat(kept().logs().orElseThrow()).hasSize(102_399).doesNotContain("😀");
        send(report("logs", "x".repeat(102_398) + "😀" + "y")).isOk();
        assertThat(kept().logs().orElseThrow()).hasSize(102_400).endsWith("😀");
        send(report("logs", "万".repeat(150_000))).isOk();
        assertThat(kept().logs().orElseThrow()).hasSize(102_400);
    }

    @Test
    void whatGrewTooLongOrCannotBeKeptIsCutOrReplaced() throws Exception {
        Map<String, Object> fields = report("stack_trace", "t".repeat(100_000));
        fields.put("error_message", "m".repeat(20_000));
        fields.put("system_info", Map.of("long", "i".repeat(50_000)));
        send(fields).isOk();
        assertThat(kept().stackTrace().orElseThrow()).hasSize(65_536);
        assertThat(kept().errorMessage()).hasSize(10_000);
        assertThat(kept().systemInfo().orElseThrow().length()).isLessThan(20_000);

        site.app()
                .post(PatronApp.CRASH, PatronApp.json(report("logs", "MARK")).replace("MARK", "a\\u0000b\\ud800c"))
                .isOk();
        assertThat(kept().logs()).contains("a\ufffdb\ufffdc");
        send(report("system_info", "plain text")).isOk();
        assertThat(kept().systemInfo()).contains("\"plain text\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report_id", "crash_timestamp", "error_message", "app_version", "os_version"})
    void whatIsRequiredIsNamed(String field) throws Exception {
        Map<String, Object> without = report();
        without.remove(field);
        Answer answer = send(without).isError(400, "VALIDATION_ERROR");
        assertThat(answer.text("error")).isEqualTo("Missing or invalid field: " + field);
        String empty = PatronApp.json(report(field, "MARK")).replace("\"MARK\"", "null");
        site.app().post(PatronApp.CRASH, empty).isError(400, "VALIDATION_ERROR");
        send(report(field, 7)).isError(400, "VALIDATION_ERROR");
        send(report(field, Map.of())).isError(400, "VALIDATION_ERROR");
        assertThat(site.patrons().reports()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"report_id", "crash_timestamp", "app_version", "os_version"})
    void whatIsRequiredIsNotEmpty(String field) throws Exception {
        send(report(field, "")).isError(400, "VALIDATION_ERROR");
        assertThat(site.patrons().reports()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n"})
    void aMessageMayBeEmpty(String message) throws Exception {
        send(report("error_message", message)).isOk();
        assertThat(kept().errorMessage()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "report_id,1-1-1-1-1",
        "report_id,7b0c1d2e-0000-4000-8000-00000000000g",
        "crash_timestamp,yesterday",
        "crash_timestamp,2026-13-01T00:00:00Z"
    })
    void whatIsMalformedIsNamed(String field, String value) throws Exception {
        Answer answer = send(report(field, value)).isError(400, "VALIDATION_ERROR");
        assertThat(answer.text("error")).isEqualTo("Missing or invalid field: " + field);
    }

    @Test
    void versionsAreBoundedAndBodiesToo() throws Exception {
        send(report("app_version", "v".repeat(201))).isError(400, "VALIDATION_ERROR");
        send(report("logs", 5)).isError(400, "VALIDATION_ERROR");
        send(report("logs", "x".repeat(1 << 20))).isError(413, "PAYLOAD_TOO_LARGE");
    }
}
