package dev.yorozu.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules and dashboard ask for what a server has, and promtool finds them sound. */
class MonitoringFilesTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Path ALERTS = DEPLOY.resolve("prometheus/alerts.yaml");
    private static final Path ALERTS_TEST = DEPLOY.resolve("prometheus/alerts_test.yaml");
    private static final Path DASHBOARD = DEPLOY.resolve("grafana/yorozu.json");

    private static final Pattern METRIC = Pattern.compile("\\b(?:yorozu|jvm|process)_[a-z0-9_]+");
    private static final Pattern SELECTOR = Pattern.compile("\\b((?:yorozu|jvm|process)_[a-z0-9_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+) *(?:=~|!~|!=|=)");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without) *\\(([^)]*)\\)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)(?:\\{(.*)})? [^ ]+");
    /** What Prometheus itself adds, and what a histogram has by its nature. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance", "le");

    @TempDir
    private Path directory;

    @Test
    void theyNameWhatARunningServerMeasures() throws Exception {
        Map<String, Set<String>> measured = measured();
        List<String> expressions =
                Stream.concat(rules().stream(), queries().stream()).toList();

        assertThat(expressions).hasSizeGreaterThan(50);
        for (String expression : expressions) {
            assertThat(expression).containsPattern(METRIC.pattern() + "|\\bup\\b");
            Set<String> labels = new HashSet<>(OF_PROMETHEUS);
            Matcher selector = SELECTOR.matcher(withoutTexts(expression));
            while (selector.find()) {
                assertThat(measured).as(expression).containsKey(selector.group(1));
                Set<String> own = measured.getOrDefault(selector.group(1), Set.of());
                labels.addAll(own);
                if (selector.group(2) != null) {
                    assertThat(names(LABEL, selector.group(2)))
                            .as(expression)
                            .isSubsetOf(Stream.concat(own.stream(), OF_PROMETHEUS.stream())
                                    .toList());
                }
            }
            Matcher grouping = GROUPING.matcher(expression);
            while (grouping.find()) {
                assertThat(List.of(grouping.group(1).split(" *, *")))
                        .as(expression)
                        .isSubsetOf(labels);
            }
        }
    }

    @Test
    void promtoolFindsTheRulesSoundAndTheirTestsPass() throws Exception {
        assertThat(promtool("check", "rules", ALERTS.toString())).contains("SUCCESS");
        assertThat(promtool("test", "rules", ALERTS_TEST.toString())).contains("SUCCESS");
    }

    @Test
    void everyAlertIsTestedSaysWhatItIsAboutAndWhoIsToBeTold() throws Exception {
        String tests = Files.readString(ALERTS_TEST);

        assertThat(alerts()).hasSizeGreaterThan(15).allSatisfy(alert -> {
            assertThat(tests).contains("alertname: " + alert.required("alert").asString() + "\n        exp_alerts:\n");
            assertThat(alert.required("labels").required("severity").asString()).isIn("page", "ticket");
            assertThat(alert.required("annotations").required("summary").asString())
                    .isNotBlank();
        });
    }

    /** As rules, which are of the same language; what Grafana puts in is put in. */
    @Test
    void promtoolReadsEveryQueryOfTheDashboard() throws Exception {
        StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        List<String> queries = queries();
        for (int i = 0; i < queries.size(); i++) {
            rules.append("      - record: dashboard:query_%d\n        expr: %s\n"
                    .formatted(
                            i,
                            JsonMapper.shared()
                                    .writeValueAsString(queries.get(i)
                                            .replace("$__rate_interval", "5m")
                                            .replace("$job", "yorozu")
                                            .replace("$instance", ".*"))));
        }
        Path file = directory.resolve("dashboard.yaml");
        Files.writeString(file, rules);

        assertThat(promtool("check", "rules", file.toString())).contains(queries.size() + " rules found");
    }

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static List<JsonNode> alerts() throws IOException {
        JsonNode file = JsonMapper.shared()
                .valueToTree(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(ALERTS)));
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode group : file.required("groups")) {
            group.required("rules").forEach(alerts::add);
        }
        return alerts;
    }

    private static List<String> rules() throws IOException {
        return alerts().stream().map(alert -> alert.required("expr").asString()).toList();
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(target.get("expr").asString());
            }
        }
        return queries;
    }

    /** Texts may hold braces. */
    private static String withoutTexts(String expression) {
        return expression.replaceAll("\"[^\"]*\"", "\"\"");
    }

    private static Set<String> names(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** Each metric of a server with all that can be switched on, after a visit, a count of all keys and a backup, with its labels. */
    private Map<String, Set<String>> measured() throws Exception {
        Settings settings = TestHost.settings(Map.of(
                "server.port", "0",
                "data", directory.resolve("data").toString(),
                "log.file", directory.resolve("log").toString(),
                "telemetry.otlp.endpoint", "http://127.0.0.1:9",
                "telemetry.otlp.timeout", "100ms",
                "doors.redis.enabled", "on",
                "doors.redis.port", "0",
                "backup.every", "1h",
                "backup.to", Files.createDirectory(directory.resolve("backups")).toString(),
                "admin.token", "token-of-the-operators-of-this-test"));
        StringBuilder text = new StringBuilder();
        new Serving(settings, RandomTokens.secure(), InstantSource.system())
                .use(List.of(), (store, accounts) -> {}, (server, modules, note) -> {
                    get(server.url(), "/api/visit?action=create&url=https://a.example&token=owner-of-it");
                    get(server.url(), "/admin/api/stats?fresh=true");
                    send(request(server.url(), "/admin/api/backups").POST(BodyPublishers.ofString("{}")));
                    text.append(get(server.url(), "/metrics"));
                });
        Map<String, Set<String>> measured = new HashMap<>();
        text.toString().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            measured.computeIfAbsent(sample.group(1), name -> new HashSet<>())
                    .addAll(sample.group(2) == null ? Set.of() : names(LABEL, withoutTexts(sample.group(2))));
        });
        return measured;
    }

    private static String get(URI site, String path) throws InterruptedException {
        return send(request(site, path));
    }

    private static HttpRequest.Builder request(URI site, String path) {
        return HttpRequest.newBuilder(URI.create(site + path))
                .header("Authorization", "Bearer token-of-the-operators-of-this-test")
                .header("Content-Type", "application/json");
    }

    private static String send(HttpRequest.Builder request) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new AssertionError("The server did not answer", e);
        }
    }
}
