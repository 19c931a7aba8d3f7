package dev.yorozu.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.Node;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Node's own crypto, used as the contract's words say, reads our tokens and writes tokens that we read. */
class LongTokenInNodeTest {
    private final RandomTokens random = RandomTokens.secure();
    private final byte[] key = random.bytes(32);
    private final KeyRing keys = KeyRing.of(SealingKey.of(key));

    @TempDir
    Path directory;

    private static List<Payload> payloads() {
        List<Payload> payloads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String url = "https://a.blob.vercel-storage.com/" + "x".repeat(i * 7) + "/é日本?download=1";
            payloads.add(new Payload(
                    url,
                    FileName.of("n" + i + ".zip"),
                    "zips",
                    Instant.ofEpochMilli(4_102_444_800_000L + i),
                    Instant.EPOCH));
        }
        return payloads;
    }

    private Document request() {
        return Document.empty().with("key", HexFormat.of().formatHex(key));
    }

    private List<String> node(List<Document> requests) throws Exception {
        Path script = Node.script(LongTokenInNodeTest.class, "long-token.mjs", directory);
        return Node.run(
                script, requests.stream().map(request -> request.bytes().text()).toList());
    }

    @Test
    void nodeReadsOurTokens() throws Exception {
        List<Document> requests = payloads().stream()
                .map(payload -> request().with("token", LongToken.seal(payload, keys, random.bytes(12))))
                .toList();
        assertThat(node(requests))
                .containsExactlyElementsOf(payloads().stream()
                        .map(payload -> payload.document().bytes().text())
                        .toList());
    }

    @Test
    void weReadTheTokensOfNode() throws Exception {
        List<Document> requests = payloads().stream()
                .map(payload ->
                        request().with("payload", payload.document().bytes().text()))
                .toList();
        assertThat(node(requests).stream()
                        .map(token -> LongToken.open(token, keys))
                        .map(reading -> ((LongToken.Opened) reading).payload()))
                .containsExactlyElementsOf(payloads());
    }
}
