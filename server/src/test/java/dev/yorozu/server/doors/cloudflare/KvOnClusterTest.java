package dev.yorozu.server.doors.cloudflare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The door before a Redis of many nodes, where a step has to stay within one of them. */
class KvOnClusterTest {
    private static final String REST = "/client/v4/accounts/a/storage/kv/namespaces/";

    @Test
    void valuesAndMetadataAreOneStepAndAListCoversAllNodes() throws Exception {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start();
                RedisStore store = RedisStore.open(
                        RedisSettings.of(cluster.url()).withTimeout(Duration.ofSeconds(20)),
                        Limits.DEFAULT,
                        StoreObserver.NONE);
                KvSite site = new KvSite(store, InstantSource.system())) {
            String secret = site.secret("all", "*");
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String name = "usertoken:" + i;
                names.add(name);
                assertThat(site.call(
                                        "PUT",
                                        "/binding/SESSIONS/" + name + "?expiration_ttl=600",
                                        secret,
                                        "v" + i,
                                        "CF-KV-Metadata",
                                        "{\"n\":" + i + "}")
                                .statusCode())
                        .isEqualTo(200);
            }
            HttpResponse<String> found = site.call("GET", "/binding/SESSIONS/usertoken:7", secret, "");
            assertThat(found.body()).isEqualTo("v7");
            assertThat(found.headers().firstValue("CF-KV-Metadata")).contains("{\"n\":7}");
            assertThat(listed(site, secret)).containsExactlyInAnyOrderElementsOf(names);

            String body = JsonMapper.shared().writeValueAsString(names);
            site.call("POST", REST + "SESSIONS/bulk/delete", secret, body);
            assertThat(listed(site, secret)).isEmpty();
            assertThat(cluster.nodes().stream().map(node -> node.cli("keys", "yorozu:kv_metadata*")))
                    .allMatch(String::isBlank);
        }
    }

    private static List<String> listed(KvSite site, String secret) throws Exception {
        List<String> names = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = JsonMapper.shared()
                    .readTree(site.call("GET", REST + "SESSIONS/keys?limit=6&cursor=" + cursor, secret, "")
                            .body());
            for (JsonNode key : page.get("result")) {
                names.add(key.get("name").asString());
                assertThat(key.at("/metadata/n").asInt(-1)).isNotNegative();
                assertThat(key.get("expiration").asLong()).isPositive();
            }
            cursor = page.at("/result_info/cursor").asString();
        } while (!cursor.isEmpty());
        return names;
    }
}
