package dev.yorozu.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkRequestTest {
    @ParameterizedTest
    @CsvSource({
        "f.zip,f.zip",
        "photos,photos.zip",
        "a b/c\\d?.tar.gz,abcd.tar.gz",
        "../../etc/passwd,....etcpasswd",
        "日本語,download.zip",
        "日本語.zip,download.zip",
        ".zip,.zip",
        "写真 2026.zip,2026.zip",
        "'',download.zip",
        "name.,name..zip",
        "<script>,script.zip"
    })
    void namesKeepOnlyPlainCharactersAndGetAnExtension(String given, String kept) {
        assertThat(FileName.of(given).safe()).isEqualTo(kept);
    }

    @Test
    void namesAndPurposesAreBounded() {
        assertThat(FileName.of("a".repeat(500)).safe()).isEqualTo("a".repeat(124) + ".zip");
        assertThat(FileName.of("a".repeat(127) + ".txt").safe()).isEqualTo("a".repeat(124) + ".zip");
        assertThat(Payload.purpose("b".repeat(500))).isEqualTo("b".repeat(64));
        assertThat(Payload.purpose("z i_p-s.日")).isEqualTo("zi_p-s");
        assertThat(Payload.purpose("日本")).isEqualTo("zips");
    }

    @ParameterizedTest
    @CsvSource({
        "f.zip,f.zip",
        ".gitignore,.gitignore",
        "photos,photos.zip",
        "日本語の資料.pdf,日本語の資料.pdf",
        "旅行の写真,旅行の写真.zip",
        "か\u3099き.txt,がき.txt",
        "a b\u00a0\u3000c.tar.gz,a b c.tar.gz",
        "../秘密/\\x.txt,..秘密x.txt",
        "gpj.\u202e絵exe.zip,gpj.絵exe.zip",
        "\u200b\u0007,download.zip",
        "'',download.zip"
    })
    void theFullNameKeepsWhatPeopleCanSee(String given, String full) {
        assertThat(FileName.of(given).full()).isEqualTo(full);
    }

    @Test
    void theFullNameIsBoundedInWholeCharacters() {
        assertThat(FileName.of("😀".repeat(500)).full()).isEqualTo("😀".repeat(124) + ".zip");
        assertThat(FileName.of("日".repeat(124) + ".txt").full()).isEqualTo("日".repeat(124) + ".txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1772366400000",
                " 1772366400000 ",
                "1772366400000.0",
                "1772366400000.999",
                "2026-03-01T12:00:00Z",
                "2026-03-01T21:00:00+09:00",
                "2026-03-01T12:00:00.000Z",
                "2026-03-01T12:00:00",
                "2026-03-01T12:00",
                "2026-03-01 12:00",
                "3/1/2026 12:00 PM",
                "March 1, 2026 12:00",
                "Sun Mar 01 2026 21:00:00 GMT+0900 (Japan Standard Time)",
                "Sun, 1 Mar 2026 12:00:00 GMT"
            })
    void endsAreReadAsDatesAndNumbers(String text) {
        assertThat(LinkExpiry.read(text)).hasValue(LinkExpiry.of(Instant.parse("2026-03-01T12:00:00Z")));
    }

    @Test
    void aDateAloneBeginsInUtcAndFewDigitsAreAYear() {
        assertThat(LinkExpiry.read("2026-03-01")).hasValue(LinkExpiry.of(Instant.parse("2026-03-01T00:00:00Z")));
        assertThat(LinkExpiry.read("2026")).hasValue(LinkExpiry.of(Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Test
    void aNumberMayBeAFractionOrFarAway() {
        assertThat(LinkExpiry.of(1772366400000.75)).isEqualTo(LinkExpiry.of(Instant.parse("2026-03-01T12:00:00Z")));
        Instant far = Instant.parse("+275760-09-13T00:00:00Z");
        for (double number : List.of(8.64e15, 1e20, 1e300, Double.POSITIVE_INFINITY)) {
            assertThat(LinkExpiry.of(number)).isEqualTo(LinkExpiry.of(far));
        }
        assertThat(LinkExpiry.read("9".repeat(400))).hasValue(LinkExpiry.of(far));
        assertThat(LinkExpiry.of(-1e300).instant().orElseThrow()).isBefore(Instant.EPOCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tomorrow", "1e12", "NaN", "Infinity", "2026-13-01", "2026-03-01T25:00:00Z", "{}"})
    void otherTextsAreNoEnds(String text) {
        assertThat(LinkExpiry.read(text)).hasValue(new LinkExpiry(Optional.empty()));
        assertThat(LinkExpiry.read(text + "9".repeat(600))).hasValue(new LinkExpiry(Optional.empty()));
        assertThat(LinkExpiry.read("  ")).isEmpty();
    }

    @Test
    void aMarkShowsAtMostFourCharactersAndNeverMoreThanHalf() {
        assertThat(RedactedLink.shown("abcdefghij")).isEqualTo("abcd…");
        assertThat(RedactedLink.shown("abcd")).isEqualTo("ab…");
        assertThat(RedactedLink.shown("a")).isEqualTo("…");
        assertThat(RedactedLink.shown("a\n<\u202exxxxxx")).isEqualTo("a???…");
    }
}
