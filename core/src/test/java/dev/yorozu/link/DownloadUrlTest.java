package dev.yorozu.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DownloadUrlTest {
    private static final LinkPolicy POLICY = LinkPolicy.standard(LinkPolicy.DEFAULT_HOSTS);
    private static final String BASE = "https://abc.public.blob.vercel-storage.com/f.zip";

    private static boolean allowed(String text) {
        return DownloadUrl.parse(text).map(POLICY::allows).orElse(false);
    }

    private static String forced(String text) {
        return DownloadUrl.parse(text).orElseThrow().with("download", "1").text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/f.zip /f.zip?download=1",
                "/f.zip? /f.zip?download=1",
                "/f.zip?a=b&c /f.zip?a=b&c&download=1",
                "/f.zip?download=0 /f.zip?download=1",
                "/f.zip?download /f.zip?download=1",
                "/f.zip?download=1&download=0 /f.zip?download=1",
                "/f.zip?x=1&download=0&y=2&download=3 /f.zip?x=1&download=1&y=2",
                "/f.zip?%64ownload=0 /f.zip?download=1",
                "/f.zip?Download=0 /f.zip?Download=0&download=1",
                "/f.zip?downloads=0 /f.zip?downloads=0&download=1",
                "/f.zip?%zz=1 /f.zip?%zz=1&download=1",
                "/f.zip?sig=a%2Bb+c /f.zip?sig=a%2Bb+c&download=1",
                "/f.zip#top /f.zip?download=1#top",
                "/f.zip?a=1#x?download=0 /f.zip?a=1&download=1#x?download=0"
            })
    void theDownloadIsForcedWhateverTheQuerySays(String given, String kept) {
        String host = "https://blob.vercel-storage.com";
        assertThat(forced(host + given)).isEqualTo(host + kept);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "HTTPS://ABC.Blob.Vercel-Storage.COM/F.zip https://abc.blob.vercel-storage.com/F.zip",
                "https://blob.vercel-storage.com https://blob.vercel-storage.com/",
                "https://blob.vercel-storage.com:443/a https://blob.vercel-storage.com/a",
                "https://blob.vercel-storage.com:/a https://blob.vercel-storage.com/a",
                "https://blob.vercel-storage.com?a=1 https://blob.vercel-storage.com/?a=1",
                "https://blob.vercel-storage.com/é日 https://blob.vercel-storage.com/%C3%A9%E6%97%A5",
                "https://blob.vercel-storage.com/a|b https://blob.vercel-storage.com/a%7Cb"
            })
    void addressesAreKeptAsABrowserWouldShowThem(String given, String kept) {
        assertThat(DownloadUrl.parse(given).map(DownloadUrl::text)).isEqualTo(Optional.of(kept));
        assertThat(allowed(given)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "//blob.vercel-storage.com/a",
                "/a",
                "https:blob.vercel-storage.com/a",
                "https:/blob.vercel-storage.com/a",
                "https:///blob.vercel-storage.com/a",
                "https:\\\\blob.vercel-storage.com/a",
                "https://attacker.example\\@blob.vercel-storage.com/a",
                "https://a@blob.vercel-storage.com/a",
                "https://a:b@blob.vercel-storage.com/a",
                "https://@blob.vercel-storage.com/a",
                "https://blob.vercel-storage.com@attacker.example/a",
                "https://blob.vercel-storage.com%2eattacker.example/a",
                "https://attacker.example%23.blob.vercel-storage.com/a",
                "https://ｂlob.vercel-storage.com/a",
                "https://blob。vercel-storage.com/a",
                "https://blöb.vercel-storage.com/a",
                "https://blob.vercel-storage.com:44x/a",
                "https://blob.vercel-storage.com:443:443/a",
                "https://blob.vercel-storage.com:999999/a",
                "https://blob.vercel-storage.com/a\tb",
                "https://blob.vercel-storage.com/a\r\nLocation: x",
                "https://blob.vercel-\nstorage.com/a",
                "https://blob.vercel-storage.com/\u0000",
                "https:// blob.vercel-storage.com/a",
                "https://",
                "https://?a",
                "http://",
                "http:blob.vercel-storage.com/a",
                "http://a b/",
                "https://[::1/a"
            })
    void whatReadersUnderstandDifferentlyIsNoAddress(String text) {
        assertThat(DownloadUrl.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil-blob.vercel-storage.com.attacker.tld/a",
                "https://evil-blob.vercel-storage.com/a",
                "https://blob.vercel-storage.com.attacker.tld/a",
                "https://blob.vercel-storage.com./a",
                "https://abc.blob.vercel-storage.com../a",
                "https://xblob.vercel-storage.com/a",
                "https://vercel-storage.com/a",
                "https://com/a",
                "https://127.0.0.1/a",
                "https://2130706433/a",
                "https://0x7f000001/a",
                "https://[::1]/a",
                "https://[::ffff:127.0.0.1]/a",
                "https://localhost/a",
                "https://xn--blob-vercel.example/blob.vercel-storage.com",
                "https://attacker.example/?x=.blob.vercel-storage.com",
                "https://attacker.example#.blob.vercel-storage.com",
                "https://attacker.example/@blob.vercel-storage.com",
                "https://blob.vercel-storage.com:8443/a",
                "https://blob.vercel-storage.com:80/a",
                "https://.blob.vercel-storage.com/a",
                "https://a..blob.vercel-storage.com/a"
            })
    void otherHostsAreRefused(String text) {
        assertThat(allowed(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://blob.vercel-storage.com/a",
                "HTTP://blob.vercel-storage.com:443/a",
                "ftp://blob.vercel-storage.com/a",
                "wss://blob.vercel-storage.com/a",
                "javascript:alert(1)//blob.vercel-storage.com",
                "data:text/html,https://blob.vercel-storage.com",
                "mailto:a@blob.vercel-storage.com",
                "blob.vercel-storage.com:443/a"
            })
    void anAddressOfAnotherSchemeIsOneThatIsNotAllowed(String text) {
        assertThat(DownloadUrl.parse(text)).isPresent();
        assertThat(allowed(text)).isFalse();
    }

    @Test
    void theLongestAddressIsBounded() {
        assertThat(DownloadUrl.parse(BASE + "?" + "a".repeat(3000))).isPresent();
        assertThat(DownloadUrl.parse(BASE + "?" + "a".repeat(5000))).isEmpty();
        assertThat(DownloadUrl.parse(BASE + "?" + "日".repeat(1000))).isEmpty();
    }
}
