package dev.yorozu.server.doors.cloudflare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The programs by which people look after namespaces, as npm has them. Only long runs install those. */
class CloudflareClientsTest {
    /** Where ./test --long installs them. */
    private static final Path LIBRARIES = Path.of("target", "npm-long").toAbsolutePath();

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> clients() {
        return Rounds.isLong()
                ? Stream.of(
                        dynamicTest("wrangler looks after keys", () -> with(this::wranglerLooksAfterKeys)),
                        dynamicTest("the SDK looks after keys", () -> with(this::theSdkLooksAfterKeys)))
                : Stream.of();
    }

    @FunctionalInterface
    private interface Work {
        void on(Operator operator) throws Exception;
    }

    /** Who looks after the keys of a server. */
    private record Operator(KvSite site, String secret) {}

    private static void with(Work work) throws Exception {
        try (KvSite site = new KvSite(new MemoryStore(), InstantSource.system())) {
            work.on(new Operator(site, site.secret("operator", "shop/*")));
        }
    }

    private String node(Operator operator, String... words) throws IOException, InterruptedException {
        if (!Files.isDirectory(LIBRARIES.resolve("node_modules"))) {
            throw new IllegalStateException(
                    "The test needs wrangler and cloudflare: ./test --long installs them below server/target/npm-long");
        }
        List<String> command = new ArrayList<>(List.of("node"));
        command.addAll(List.of(words));
        String url = "http://" + operator.site().address() + "/kv/client/v4";
        String secret = operator.secret();
        ProcessBuilder node = new ProcessBuilder(command).directory(directory.toFile());
        node.environment()
                .putAll(Map.ofEntries(
                        Map.entry("LIBRARIES", LIBRARIES.toString()),
                        Map.entry("URL", url),
                        Map.entry("SECRET", secret),
                        Map.entry("NAMESPACE", KvSite.SHOP),
                        Map.entry("CLOUDFLARE_API_BASE_URL", url),
                        Map.entry("CLOUDFLARE_API_TOKEN", secret),
                        Map.entry("CLOUDFLARE_ACCOUNT_ID", "0".repeat(32)),
                        Map.entry("WRANGLER_SEND_METRICS", "false"),
                        Map.entry("CI", "true"),
                        Map.entry("NO_COLOR", "1"),
                        Map.entry("HOME", directory.toString())));
        Process process = node.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private String wrangler(Operator operator, String words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                LIBRARIES.resolve("node_modules/wrangler/bin/wrangler.js").toString(), "kv"));
        command.addAll(List.of(words.split(" ")));
        return node(operator, command.toArray(String[]::new));
    }

    private void wranglerLooksAfterKeys(Operator operator) throws Exception {
        String remote = " --remote --namespace-id " + KvSite.SHOP;
        assertThat(wrangler(operator, "namespace list")).contains("\"title\": \"SHOP\"", KvSite.SESSIONS);
        wrangler(operator, "key put a/b value" + remote);
        wrangler(operator, "key put k value2 --ttl 120 --metadata {\"a\":\"é\"}" + remote);
        assertThat(wrangler(operator, "key get a/b --text" + remote)).isEqualToIgnoringWhitespace("value");
        assertThat(wrangler(operator, "key list" + remote))
                .contains("\"name\": \"a/b\"", "\"a\": \"é\"", "\"expiration\"");
        wrangler(operator, "key delete a/b" + remote);
        Files.writeString(
                directory.resolve("put.json"),
                "[{\"key\":\"b1\",\"value\":\"one\"},{\"key\":\"b2\",\"value\":\"dHdv\",\"base64\":true}]");
        wrangler(operator, "bulk put put.json" + remote);
        Files.writeString(directory.resolve("keys.json"), "[\"b1\",\"b2\",\"b3\"]");
        assertThat(wrangler(operator, "bulk get keys.json" + remote))
                .contains("\"b1\": \"one\"", "\"b2\": \"two\"", "\"b3\": null");
        wrangler(operator, "bulk delete keys.json --force" + remote);
        assertThat(wrangler(operator, "key list" + remote))
                .contains("\"name\": \"k\"")
                .doesNotContain("b1", "a/b");
    }

    private void theSdkLooksAfterKeys(Operator operator) throws Exception {
        Path program = directory.resolve("sdk.mjs");
        try (var in = CloudflareClientsTest.class.getResourceAsStream("sdk.mjs")) {
            Files.write(program, Objects.requireNonNull(in).readAllBytes());
        }
        assertThat(node(operator, program.toString()).strip())
                .isEqualTo(
                        "{\"namespaces\":[\"SESSIONS\",\"SHOP\"],\"namespace\":\"SHOP\",\"creating\":[405,10026],"
                                + "\"value\":\"héllo\",\"metadata\":{\"é\":1},\"absent\":[404,10009],\"written\":25,\"keys\":25,"
                                + "\"many\":{\"many/3\":\"v3\",\"absent\":null},\"deleted\":25,\"left\":0,\"gone\":[404,10009]}");
    }
}
