package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.yorozu.store.testkit.HeldClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What owners are told, as it arrives. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookEventsTest {
    private final HeldClock clock = HeldClock.start();
    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private NostalgicSite site;
    private String hook;

    @BeforeAll
    void start() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            arrived.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        hook = "http://localhost:" + receiver.getAddress().getPort() + "/hook";
        site = NostalgicSite.of(clock, Map.of("systems.nostalgic.webhooks.plainHttpToLoopback", "on"));
    }

    @AfterAll
    void stop() {
        site.close();
        receiver.stop(0);
    }

    private JsonNode next() throws Exception {
        return JsonMapper.shared().readTree(Objects.requireNonNull(arrived.poll(20, TimeUnit.SECONDS), "No webhook"));
    }

    @Test
    void everyEventArrives() throws Exception {
        String url = NostalgicSite.url();
        Page page = site.page();
        String id = site.made("/visit", url, "webhookUrl", hook);
        site.made("/like", url, "webhookUrl", hook);
        site.made("/ranking", url, "webhookUrl", hook);
        site.made("/bbs", url, "webhookUrl", hook);

        page.get("/visit", "action", "increment", "id", id).isOk();
        JsonNode visit = next();
        assertThat(visit.propertyNames())
                .containsExactly("event", "timestamp", "serviceId", "url", "data", "content", "text");
        assertThat(visit.get("event").asString()).isEqualTo("counter.increment");
        assertThat(visit.get("serviceId").asString()).isEqualTo(id);
        assertThat(visit.get("data").get("total").asLong()).isEqualTo(1);
        assertThat(visit.get("content").asString())
                .isEqualTo(url + " was visited: 1 visits, 1 today")
                .isEqualTo(visit.get("text").asString());
        page.get("/visit", "action", "increment", "id", id).isOk();
        page.get("/like", "action", "toggle", "id", id).isOk();
        assertThat(next().get("content").asString()).isEqualTo(url + " was liked: 1 likes");
        page.get("/ranking", "action", "submit", "id", id, "name", "@everyone", "score", "5")
                .isOk();
        assertThat(next().get("text").asString()).doesNotContain("@everyone").contains("scored 5");
        String message = page.post("/bbs", "action", "post", "id", id, "message", "hi @here\n[a](b) <!channel>")
                .isOk()
                .text("messageId");
        JsonNode post = next();
        assertThat(post.get("event").asString()).isEqualTo("bbs.post");
        assertThat(post.get("data").get("message").asString()).isEqualTo("hi @here\n[a](b) <!channel>");
        assertThat(post.get("content").asString()).doesNotContain("@here", "](", "<!channel>", "\n");
        page.post("/bbs", "action", "update", "id", id, "messageId", message, "message", "bye")
                .isOk();
        assertThat(next().get("event").asString()).isEqualTo("bbs.edit");
        page.post("/bbs", "action", "remove", "id", id, "messageId", message).isOk();
        assertThat(next().get("event").asString()).isEqualTo("bbs.delete");
        for (String path : List.of("/visit", "/like", "/ranking", "/bbs")) {
            site.page()
                    .post(path, "action", "delete", "url", url, "token", TOKEN)
                    .isOk();
        }
        assertThat(arrived).isEmpty();
    }
}
