package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.config.Version;
import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {
    private final RunningServer server =
            new RunningServer(new MemoryStore(), Map.of("store.url", "redis://user:PASSWORD@example.test"));

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> get(String path, String header, String value) throws Exception {
        return server.send(
                HttpRequest.newBuilder(server.uri(path)).header(header, value).build());
    }

    @Test
    void theStartPageShowsWhatRunsHere() throws Exception {
        HttpResponse<String> response = server.get("/");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(response.body())
                .contains(
                        "<dd>Redis</dd>", Version.text(), "Open for business", "/healthz", "/metrics", "/docs/settings")
                .doesNotContain("PASSWORD", "example.test");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/ | en | en",
                "/ | ja,en;q=0.8 | ja",
                "/ | fr, ja;q=0.5, en;q=0.1 | ja",
                "/ | ja-JP | ja",
                "/ | nonsense;;;= | en",
                "/?lang=ja | en | ja",
                "/?lang=en | ja | en",
                "/?lang=xx | ja | ja",
                "/docs/settings?lang=ja | en | ja"
            })
    void theReadersLanguageIsSpoken(String path, String accepted, String language) throws Exception {
        HttpResponse<String> response = get(path, "Accept-Language", accepted);

        assertThat(response.body()).contains("<html lang=\"" + language + "\">");
        assertThat(response.headers().firstValue("Content-Language")).contains(language);
        assertThat(response.headers().firstValue("Vary")).contains("Accept-Language");
        assertThat(response.body().contains("万屋(よろずや)")).isEqualTo(language.equals("ja"));
    }

    @Test
    void theSettingsPageShowsEverySetting() throws Exception {
        assertThat(server.get("/docs/settings").body())
                .contains("server.port", "YOROZU_SERVER_PORT", "admin.token", "secret", "KV_REST_API_URL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs/settings"})
    void pagesNeedNothingThatTheirPolicyForbids(String path) throws Exception {
        assertThat(server.get(path).body())
                .doesNotContainPattern(
                        "<script(?![^>]*src=)|<style|\\sstyle=|\\son[a-z]+=|javascript:|(href|src)=\"[^/]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs/settings"})
    void whatPagesLinkToIsThere(String path) throws Exception {
        for (String link : Pattern.compile("(?:href|src)=\"([^\"]+)\"")
                .matcher(server.get(path).body())
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList()) {
            assertThat(server.get(link).statusCode()).as(link).isEqualTo(200);
        }
    }

    @Test
    void aFileIsKeptForGoodUnderTheFingerprintOfItsContent() throws Exception {
        HttpResponse<String> linked = server.get(stylesheet());
        HttpResponse<String> plain = server.get("/assets/yorozu.css");
        String tag = plain.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = get("/assets/yorozu.css", "If-None-Match", tag);

        assertThat(linked.headers().firstValue("Cache-Control")).contains("public, max-age=31536000, immutable");
        assertThat(linked.headers().firstValue("Content-Type")).contains("text/css; charset=utf-8");
        assertThat(plain.headers().firstValue("Cache-Control")).contains("public, max-age=300");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(get("/assets/yorozu.css", "If-None-Match", "\"other\"").statusCode())
                .isEqualTo(200);
        assertThat(server.get("/assets/other.css").statusCode()).isEqualTo(404);
        assertThat(server.get("/assets/..%2Ftexts_en.properties").statusCode()).isEqualTo(404);
    }

    private String stylesheet() throws IOException, InterruptedException {
        return Pattern.compile("href=\"(/assets/yorozu.css[^\"]+)\"")
                .matcher(server.get("/").body())
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }
}
