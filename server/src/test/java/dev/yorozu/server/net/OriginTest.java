package dev.yorozu.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTest {
    @ParameterizedTest
    @CsvSource({
        "https://example.com, https://example.com",
        "HTTPS://Example.COM:443/path?query, https://example.com",
        "http://example.com:80, http://example.com",
        "http://example.com:443, http://example.com:443",
        "http://[::1]:8080/x, http://[::1]:8080",
        "https://example.com?x, https://example.com",
        "https://example.com#x, https://example.com"
    })
    void anAddressHasOneOrigin(String address, String origin) {
        assertThat(Origin.of(address)).map(Origin::toString).contains(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "example.com",
                "//example.com",
                "https://",
                "https://a@b",
                "https://a b",
                "ftp://a",
                "https://é.com",
                "https:///x",
                "https://:443",
                "data:x",
                "https://a\\b"
            })
    void whatIsNoAddressOfTheWebHasNone(String address) {
        assertThat(Origin.of(address)).isEmpty();
    }

    @Test
    void anOriginIsWrittenWithoutAPath() {
        assertThat(Origin.exactly("https://example.com")).isPresent();
        assertThat(Origin.exactly("https://example.com/")).isEmpty();
        assertThat(Origin.exactly("https://example.com?x")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, true",
        "localhost:8080, true",
        "127.0.0.1:80, true",
        "[::1]:8080, true",
        "app.localhost, true",
        "localhost.example.com, false",
        "127.0.0.1.example.com, false",
        "example.com, false"
    })
    void thisMachineIsKnownByItsNames(String host, boolean local) {
        assertThat(Origin.host("http", host).orElseThrow().isLoopback()).isEqualTo(local);
    }
}
