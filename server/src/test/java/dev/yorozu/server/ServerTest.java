package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerTest {
    private final RunningServer server = new RunningServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void healthIsOkWhileTheStoreAnswers() throws Exception {
        HttpResponse<String> response = server.get("/healthz");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).contains("\"status\":\"ok\"", "\"store\":\"ok\"", "\"version\":\"0.");
    }
}
