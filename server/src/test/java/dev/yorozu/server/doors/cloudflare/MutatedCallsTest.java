package dev.yorozu.server.doors.cloudflare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Rounds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls with a few bytes changed, with a credential that is right. */
class MutatedCallsTest {
    private static final String REST = "/client/v4/accounts/a/storage/kv/namespaces";
    private static final List<String> HEADS = List.of(
            "GET /binding/SHOP/a%2Fb?urlencoded=true&cache_ttl=60",
            "PUT /binding/SHOP/a%2Fb?urlencoded=true&expiration_ttl=60",
            "PUT /binding/SESSIONS/usertoken:123?expiration=4000000000",
            "DELETE /binding/SHOP/a",
            "GET /binding/SHOP/?key_count_limit=10&prefix=a&cursor=MTphcw",
            "POST /binding/SHOP/bulk/get",
            "GET " + REST + "/SHOP/keys?limit=10&cursor=MTphcw",
            "PUT " + REST + "/SHOP/values/a?expiration_ttl=60",
            "GET " + REST + "/SHOP/metadata/a",
            "PUT " + REST + "/SHOP/bulk",
            "POST " + REST + "/SHOP/bulk/get",
            "POST " + REST + "/SHOP/bulk/delete");
    private static final List<String> BODIES = List.of(
            "",
            "{\"keys\":[\"a\",\"b\"],\"type\":\"json\",\"withMetadata\":true}",
            "[{\"key\":\"a\",\"value\":\"YQ==\",\"base64\":true,\"metadata\":{\"n\":1},\"expiration_ttl\":60}]",
            "[\"a\",\"b\"]",
            "--b\r\nContent-Disposition: form-data; name=\"value\"\r\n\r\nx\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"n\":[1]}\r\n--b--\r\n");

    private final Random random = new Random(Rounds.seed());

    @Test
    void noCallIsAFaultOrGoesUnansweredOrTellsTheCredential() throws Exception {
        try (KvSite site = new KvSite(new MemoryStore(), InstantSource.system())) {
            String secret = site.secret("shop", "*");
            for (int round = Rounds.of(300, 100_000); round > 0; round--) {
                byte[] call = call(secret);
                assertThat(site.server().raw(call).lines().findFirst().orElse(""))
                        .as(() -> new String(call, StandardCharsets.ISO_8859_1))
                        .matches("HTTP/1.1 [234]\\d\\d .*");
            }
            assertThat(site.call("PUT", "/binding/SHOP/a", secret, "x").statusCode())
                    .isEqualTo(200);
            assertThat(site.server().stopAndReadLog()).doesNotContain(secret);
        }
    }

    /** The head stays readable but for its path and the metadata, so that each call gets as far as the door. */
    private byte[] call(String secret) {
        byte[] body = mutated(BODIES.get(random.nextInt(BODIES.size())));
        String[] head = HEADS.get(random.nextInt(HEADS.size())).split(" ");
        String path = random.nextInt(3) == 0 ? text(mutated(head[1])).replaceAll("[^!-~]", "%ff") : head[1];
        String metadata = text(mutated("{\"n\":[1,\"m\"]}")).replaceAll("[\\x00-\\x1f\\x7f]", "?");
        ByteArrayOutputStream call = new ByteArrayOutputStream();
        call.writeBytes((head[0] + " /kv" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Length: " + body.length + "\r\nAuthorization: Bearer " + secret + "\r\n"
                        + (random.nextBoolean() ? "Content-Type: multipart/form-data; boundary=b\r\n" : "")
                        + (random.nextBoolean() ? "CF-KV-Metadata: " + metadata + "\r\n" : "") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        call.writeBytes(body);
        return call.toByteArray();
    }

    private byte[] mutated(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int change = bytes.length == 0 ? 0 : random.nextInt(4); change > 0; change--) {
            bytes[random.nextInt(bytes.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : "[]{}\",0-9e.%/".charAt(random.nextInt(13)));
        }
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
