package dev.yorozu.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CookiesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sid=a | a",
                "a=b; sid=c; d=e | c",
                "a=b;sid=c | c",
                "xsid=a; sid=b | b",
                "sidx=a; sid=b | b",
                "sid=a; sid=b | a",
                "a=sid=x; sid=y | y",
                "sid=a=b | a=b",
                ";; sid=a ;; | a",
                "sid=A_-z09 | A_-z09"
            })
    void theFirstCookieOfANameIsFound(String header, String value) {
        assertThat(Cookies.find(header, "sid")).contains(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ";", "sid", "sid=", "sid= ", "a=b", "SID=a", "sid=a b", "sid=\"a\"", "sid=a,b", "sid=é"})
    void whatIsNoValueOfOursIsNone(String header) {
        assertThat(Cookies.find(header, "sid")).isEmpty();
    }

    @Test
    void aValueLongerThanBrowsersKeepIsNone() {
        assertThat(Cookies.find("sid=" + "a".repeat(4096), "sid")).isPresent();
        assertThat(Cookies.find("sid=" + "a".repeat(4097), "sid")).isEmpty();
    }

    @Test
    void everyAttributeIsSpelledOut() {
        assertThat(new Cookie("a", "b", Optional.of(Duration.ofMinutes(1)), Optional.of("example.com"), true).header())
                .isEqualTo("a=b; Domain=example.com; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax");
        assertThat(Cookie.clearing("a", false).header()).isEqualTo("a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
        assertThat(new Cookie("a", "secret", Optional.empty(), Optional.empty(), true).toString())
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b", "a\r\nSet-Cookie: x=y", "a b", "é", "a,b"})
    void aValueThatWouldBreakTheHeaderIsRefused(String value) {
        assertThatThrownBy(() -> new Cookie("a", value, Optional.empty(), Optional.empty(), true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
