package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.config.Version;
import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final FailingStore store = new FailingStore();
    private final RunningServer server = new RunningServer(store, Map.of("store.timeout", "100ms"));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theServerIsWellWhileTheStoreAnswers() throws Exception {
        HttpResponse<String> response = server.get("/healthz");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.body())
                .contains("\"status\":\"ok\"", "\"store\":\"ok\"", "\"version\":\"" + Version.text());
    }

    @Test
    void theServerIsUnwellWhileTheStoreIsAwayAndRecovers() throws Exception {
        store.become(FailingStore.Mood.AWAY);
        HttpResponse<String> away = server.get("/healthz");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body())
                .contains(
                        "\"status\":\"unavailable\"",
                        "\"store\":\"unreachable\"",
                        "\"parts\":{\"store\":\"unreachable\"}");

        store.become(FailingStore.Mood.WELL);
        Poll.until("the server has found the store again", () -> status("/healthz") == 200);
    }

    @Test
    void aStoreThatAnswersQuestionsAndRefusesWritesIsNotWell() throws Exception {
        store.become(FailingStore.Mood.READ_ONLY);

        for (String path : List.of("/healthz", "/readyz")) {
            HttpResponse<String> response = server.get(path);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("\"parts\":{\"store\":\"refuses writes\"}");
        }
    }

    @Test
    void damagedFilesShowAndKeepNobodyOut() throws Exception {
        store.damage("000012.sst");

        HttpResponse<String> response = server.get("/healthz");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"parts\":{\"store\":\"damaged\"}");
        assertThat(status("/readyz")).isEqualTo(200);
        assertThat(server.get("/metrics").body()).contains("yorozu_store_damaged_files 1.0");
    }

    @Test
    void aServerLivesWhateverItsStoreDoes() throws Exception {
        store.become(FailingStore.Mood.HANGING);

        assertThat(server.get("/livez").body()).contains("\"status\":\"ok\"");
        assertThat(status("/livez")).isEqualTo(200);
        assertThat(status("/readyz")).isEqualTo(503);
    }

    @Test
    void aServerThatStopsTakesNoMoreTraffic() {
        assertThat(status("/readyz")).isEqualTo(200);
        List<Integer> seen = new ArrayList<>();
        server.server().beforeStop(() -> seen.addAll(List.of(status("/readyz"), status("/livez"))));
        server.server().stop();
        assertThat(seen).containsExactly(503, 200);
    }

    private int status(String path) {
        try {
            return server.get(path).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aHangingStoreIsAskedOnceAndEverybodyIsAnswered() throws Exception {
        store.become(FailingStore.Mood.HANGING);

        for (int i = 0; i < 3; i++) {
            assertThat(server.get("/healthz").statusCode()).isEqualTo(503);
        }
        assertThat(server.get("/").body()).contains("The store does not answer");
        store.become(FailingStore.Mood.AWAY);
        // The first question still hangs, so nothing new has been asked.
        assertThat(server.get("/metrics").body()).doesNotContain("operation=\"ping\"");
    }
}
