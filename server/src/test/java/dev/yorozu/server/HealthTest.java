package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
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
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.body())
                .contains("\"status\":\"ok\"", "\"store\":\"ok\"", "\"version\":\"" + Version.text());
    }

    @Test
    void theServerIsUnwellWhileTheStoreIsAwayAndRecovers() throws Exception {
        store.become(FailingStore.Mood.AWAY);
        HttpResponse<String> away = server.get("/healthz");
        store.become(FailingStore.Mood.WELL);
        HttpResponse<String> back = server.get("/healthz");

        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("\"status\":\"unavailable\"", "\"store\":\"unreachable\"");
        assertThat(back.statusCode()).isEqualTo(200);
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
