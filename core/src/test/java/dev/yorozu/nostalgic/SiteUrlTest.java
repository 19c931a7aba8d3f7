package dev.yorozu.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteUrlTest {
    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
                    https://example.com example.com
                    https://example.com/ example.com
                    HTTPS://WWW.Example.COM/Path www.example.com
                    https://example.com:8443/a?b#c example.com
                    https://example.com. example.com.
                    https://日本語.jp/道?鍵=値 日本語.jp
                    https://bücher.example/ bücher.example
                    https://xn--bcher-kva.example/ xn--bcher-kva.example
                    https://💩.example/🎉 💩.example
                    https://[2001:db8::1]:443/ [2001:db8::1]
                    https://192.0.2.1/ 192.0.2.1
                    https://example.com/a@b:c example.com
                    https://example.com?q=<x> example.com
                    https://example.com/%E3%81%82 example.com
                    """)
    void anAddressIsKeptAsItIsWritten(String text, String host) {
        SiteUrl url = SiteUrl.parse(text, false).orElseThrow();
        assertThat(url.text()).isEqualTo(text);
        assertThat(url.host()).isEqualTo(host);
        assertThat(url).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "//example.com",
                "http://example.com",
                "ftp://example.com",
                "javascript:alert(1)",
                "https://",
                "https:///path",
                "https://?q",
                "https://.example.com",
                "https://a..b",
                "https://user@example.com/",
                "https://user:secret@example.com/",
                "https://example.com:65536/",
                "https://example.com:/",
                "https://example.com:99999999999/",
                "https://example.com:1x/",
                "https://exa mple.com",
                "https://example.com/a b",
                "https://example.com/a\tb",
                "https://example.com/a\nb",
                "https://example.com/a\u0000b",
                "https://example.com/a\u0085b",
                "https://example.com/a\u2028b",
                "https://example.com/\ud83d",
                "https://example.com/\udca9x",
                "https://\ud83d.example/",
                "https://exa\u202emple.com/",
                "https://exa\u200fmple.com/",
                "https://exa<b>mple.com/",
                "https://exa%6dple.com/",
                "https://example.com\\path",
                "https://[::1/",
                "https://::1/",
                "https://[example]/",
                " https://example.com",
                "https://example.com\n"
            })
    void whatIsNoAddressHasNoService(String text) {
        assertThat(SiteUrl.parse(text, false)).isEmpty();
    }

    @Test
    void pagesOfThisMachineMayHaveOneOnlyWhereAllowed() {
        for (String here : List.of("http://localhost:3000/a", "http://127.0.0.1/", "http://[::1]:8080/")) {
            assertThat(SiteUrl.parse(here, true)).isPresent();
            assertThat(SiteUrl.parse(here, false)).isEmpty();
        }
        for (String elsewhere : List.of("http://localhost.example.com/", "http://127.0.0.1.example.com/")) {
            assertThat(SiteUrl.parse(elsewhere, true)).isEmpty();
        }
    }

    @Test
    void anAddressIsAsLongAsItsKeyMayBe() {
        String start = "https://example.com/";
        int slashes = 2 * 3 + 2; // Three slashes and a colon, of which each takes three characters in a key.
        String longest = start + "a".repeat(SiteUrl.LONGEST_ENCODED - start.length() - slashes);
        assertThat(SiteUrl.encode(longest)).hasSize(SiteUrl.LONGEST_ENCODED);
        assertThat(SiteUrl.parse(longest, false)).isPresent();
        assertThat(SiteUrl.parse(longest + "a", false)).isEmpty();
        assertThat(SiteUrl.parse(start + "あ".repeat(200), false)).isEmpty();
        assertThat(SiteUrl.parse("https://" + "a".repeat(64) + ".example", false))
                .isEmpty();
        assertThat(SiteUrl.parse("https://" + "a.".repeat(130) + "example", false))
                .isEmpty();
        assertThat(SiteUrl.parse("https://" + "x".repeat(1_000_000), false)).isEmpty();
    }

    @Test
    void theKeyOfEveryAddressCanBeMade() {
        for (String text :
                List.of("https://a.example/{x}:y*'()!~", "https://a.example/あ🎉\u200f?q=%20&b=c d".replace(" ", "+"))) {
            SiteUrl url = SiteUrl.parse(text, false).orElseThrow();
            for (Kind kind : Kind.values()) {
                assertThat(kind.keys().mapping().key(SiteUrl.encode(url.text())).name())
                        .startsWith("url:" + kind.id() + ":https%3A%2F%2Fa.example%2F");
            }
        }
    }
}
