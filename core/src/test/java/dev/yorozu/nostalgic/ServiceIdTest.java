package dev.yorozu.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceIdTest {
    private static String id(String url) {
        return ServiceId.of(SiteUrl.parse(url, true).orElseThrow());
    }

    @Test
    void theNamesAreThoseOfThePlatform() {
        assertThat(id("https://example.com")).isEqualTo("example-100680ad");
        assertThat(id("https://example.com/")).isEqualTo("example-0f115db0");
    }

    @ParameterizedTest
    @CsvSource({
        "https://www.example.com/, example",
        "https://WWW.EXAMPLE.COM/, example",
        "https://www.www.example/, www",
        "https://blog.example.com/, blog",
        "https://my-site.example/, my-site",
        "https://example/, example",
        "https://192.0.2.1/, 192",
        "https://[2001:db8::1]/, site",
        "https://müller.example/, muller",
        "https://日本語.jp/, site",
        "https://💩.example/, site",
        "https://under_score.example/, site",
        "http://localhost:3000/, localhost"
    })
    void aNameBeginsWithTheFirstLabelOfTheHost(String url, String label) {
        assertThat(id(url)).isEqualTo(label + "-" + Digests.hex(url).substring(0, 8));
        assertThat(ServiceId.isValid(id(url))).isTrue();
    }

    @Test
    void longerNamesGoOnWithTheHashAndAreNamesToo() {
        SiteUrl url =
                SiteUrl.parse("https://" + "a".repeat(63) + ".example/", false).orElseThrow();
        String hash = Digests.hex(url.text());
        assertThat(ServiceId.of(url, 1))
                .isEqualTo("a".repeat(63) + "-" + hash.substring(0, 8) + "-" + hash.substring(8, 16));
        for (int longer = 0; longer < ServiceId.LENGTHS; longer++) {
            String id = ServiceId.of(url, longer);
            assertThat(ServiceId.isValid(id)).isTrue();
            assertThat(Kind.COUNTER.keys().service().key(id).name()).isEqualTo("counter:" + id);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example",
                "example-",
                "-100680ad",
                "example-100680a",
                "example-100680AD",
                "Example-100680ad",
                "ex ample-100680ad",
                "example-100680ad\n",
                "example:x-100680ad",
                "example-100680ad:total",
                "あ-100680ad"
            })
    void othersAreNoNames(String text) {
        assertThat(ServiceId.isValid(text)).isFalse();
        assertThat(ServiceId.isValid("a".repeat(200) + "-100680ad")).isFalse();
    }
}
