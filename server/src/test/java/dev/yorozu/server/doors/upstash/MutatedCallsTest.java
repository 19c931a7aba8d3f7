package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls with a few bytes changed, with a token that is right. */
class MutatedCallsTest {
    private static final List<String> BODIES = List.of(
            "[\"SET\",\"a\",\"b\",\"EX\",100]",
            "[[\"SET\",\"a\",\"b\"],[\"GET\",\"a\"],[\"ZADD\",\"z\",1,\"m\"],[\"HGETALL\",\"h\"]]",
            "[\"EVALSHA\",\"d60be5bd3d83482ae229309f1f7425424f891204\",\"1\",\"bucket\",5,1000,1,1700000000000,1]",
            "[\"EVALSHA\",\"74740bb3d7792848093cdef586b6b6037c455fd6\",\"2\",\"w:1\",\"w:0\",5,1700000000000,1000,1]",
            "[\"SCAN\",\"0\",\"MATCH\",\"a*\",\"COUNT\",10,\"TYPE\",\"string\"]");
    private static final List<String> PATHS =
            List.of("", "/", "/pipeline", "/multi-exec", "/set/a/b?EX=10", "/get/a", "/hset/h/f");
    private static final List<String> METHODS = List.of("POST", "GET", "PUT", "HEAD", "DELETE");

    private final Random random = new Random(Rounds.seed());

    @Test
    void noCallIsAFaultOrGoesUnansweredOrTellsTheToken() throws Exception {
        UpstashSite site = UpstashSite.of(new MemoryStore());
        String secret = site.secret("shop", "*");
        for (int round = Rounds.of(300, 100_000); round > 0; round--) {
            assertThat(status(site, call(secret))).matches("HTTP/1.1 [234]\\d\\d .*");
        }
        assertThat(site.post("", secret, "[\"PING\"]").body()).isEqualTo("{\"result\":\"PONG\"}");
        assertThat(site.server().stopAndReadLog()).doesNotContain(secret);
        site.close();
    }

    /** The head stays readable but for its path, so that each call gets as far as the door. */
    private byte[] call(String secret) {
        byte[] body = mutated(BODIES.get(random.nextInt(BODIES.size())));
        String path = path(secret);
        ByteArrayOutputStream call = new ByteArrayOutputStream();
        call.writeBytes((METHODS.get(random.nextInt(10) < 6 ? 0 : random.nextInt(METHODS.size())) + " /upstash" + path
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + body.length
                        + "\r\n" + (path.contains("_token=") ? "" : "Authorization: Bearer " + secret + "\r\n")
                        + (random.nextBoolean() ? "Upstash-Encoding: base64\r\n" : "") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        call.writeBytes(body);
        return call.toByteArray();
    }

    private String path(String secret) {
        String path = PATHS.get(random.nextInt(PATHS.size()));
        String changed = random.nextInt(3) == 0
                ? new String(mutated(path), StandardCharsets.ISO_8859_1).replaceAll("[^!-~]", "%ff")
                : path;
        return random.nextInt(4) == 0 ? changed + (changed.contains("?") ? "&" : "?") + "_token=" + secret : changed;
    }

    private byte[] mutated(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int change = bytes.length == 0 ? 0 : random.nextInt(4); change > 0; change--) {
            bytes[random.nextInt(bytes.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : "[]{}\",0-9e.".charAt(random.nextInt(11)));
        }
        return bytes;
    }

    /** The first line of the answer, on a connection of its own: one whose call was refused may be closed. */
    private static String status(UpstashSite site, byte[] call) throws IOException {
        try (Socket socket = site.server().connect()) {
            socket.getOutputStream().write(call);
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.lines().findFirst().orElse("");
        }
    }
}
