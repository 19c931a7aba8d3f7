package dev.yorozu.server.http.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptEncodingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "gzip, deflate, br, zstd",
                "br;q=1.0, gzip;q=0.8, *;q=0.1",
                "*",
                "gzip;q=0.5,identity;q=0.1",
                "gzip;level=9",
                " gzip ; q=0.001 "
            })
    void takesGzip(String header) {
        assertThat(Accept.takesGzip(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "br",
                "identity",
                "gzip;q=0",
                "gzip;q=0.000",
                "*, gzip;q=0",
                "*;q=0",
                "gzip;q=0.5, identity",
                "gzip;q=x",
                "gzipped",
                ",;,;=,"
            })
    void doesNotTakeGzip(String header) {
        assertThat(Accept.takesGzip(header)).isFalse();
    }
}
