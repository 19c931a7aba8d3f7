package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.cli.text.Console;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands on a data directory, with a server that runs there and without. */
final class CommandsTest extends CommandsFixture {
    @Test
    void answersAreTheSameWhetherTheServerRunsOrNot() throws Exception {
        String name = session().name();
        List<String[]> questions = new ArrayList<>(List.of(
                new String[] {"keys", "get", "counter:site-7:total", "ranking", "set", "list", "--reveal"},
                new String[] {"keys", "get", "edges", "binary", "hash", "--reveal", "--format", "json"},
                new String[] {"keys", "get", name},
                new String[] {"keys", "get", name, "--reveal", "--format", "raw"},
                new String[] {"keys", "get", "absent"},
                new String[] {"keys", "type", "set", "list", "hash", "edges", "text", name},
                new String[] {"keys", "memory", "counter:site-7:total"},
                new String[] {"keys", "ttl", "counter:site-7:total", "text"},
                new String[] {"keys", "scan", "counter:site-1", "--limit", "50"},
                new String[] {"keys", "scan", "counter:site-1", "--format", "names", "--limit", "0"},
                new String[] {"keys", "scan", name.substring(0, 8)},
                new String[] {"keys", "count", "counter:"},
                new String[] {"keys", "count"},
                new String[] {"keys", "delete", "--prefix", "counter:site-6"}));
        questions.add(new String[] {"stats", "--format", "json"});
        questions.add(new String[] {"stats", "--all"});
        // Only a server that runs has caches, and says how well they do.
        Map<String, String> withoutCaches =
                Map.of("YOROZU_SYSTEMS_USERS_ENABLED", "off", "YOROZU_SYSTEMS_PATREON_ENABLED", "off");
        // The first one begins the feed of revocations, which is a key more.
        Program.Serving.start(directory, withoutCaches, "--data", data.toString())
                .close();
        List<Ended> stopped = questions.stream().map(this::askWithoutLives).toList();

        try (Program.Serving server = Program.Serving.start(directory, withoutCaches, "--data", data.toString())) {
            for (int i = 0; i < questions.size(); i++) {
                assertThat(askWithoutLives(questions.get(i)))
                        .as(String.join(" ", questions.get(i)))
                        .isEqualTo(stopped.get(i));
            }
            assertKeysAreChanged();
            assertThat(server.stop()).isZero();
            assertThat(server.log()).doesNotContain(SID);
        }
    }

    @Test
    void secretsAreHiddenUnlessRevealed() {
        String name = session().name();

        assertThat(ask("keys", "scan").out()).doesNotContain(SID).contains("counter:site-7:total");
        assertThat(ask("keys", "scan", "--reveal").out()).contains(name);
        assertThat(ask("keys", "get", name).out()).doesNotContain(SID).doesNotContain("secret\":");
        assertThat(ask("keys", "get", name).out()).contains("(hidden; --reveal shows it)");
        assertThat(ask("keys", "get", name, "--format", "json").out())
                .doesNotContain(SID)
                .doesNotContain("secret\\\"");
        assertThat(ask("keys", "get", name, "--reveal", "--format", "raw").out())
                .isEqualTo("{\"secret\":true}");
        // What nobody declared may be anything, and so it is hidden too.
        assertThat(ask("keys", "get", "text").out()).doesNotContain("万屋").contains("hidden");
    }

    @Test
    void statisticsCountByPattern() {
        JsonNode stats =
                JsonMapper.shared().readTree(ask("stats", "--format", "json").out());
        JsonNode totals = row(stats, "counter:{id}:total");
        JsonNode sessions = row(stats, "sess:{sid}");

        assertThat(stats.path("keys").asLong()).isEqualTo(711);
        assertThat(totals.path("keys").asLong()).isEqualTo(700);
        assertThat(totals.path("endless").asLong()).isEqualTo(700);
        assertThat(totals.path("bytes").asLong()).isPositive();
        assertThat(sessions.path("ending").path("<30d").asLong()).isEqualTo(1);
        assertThat(stats.path("unknown").path("keys").asLong()).isEqualTo(10);
        assertThat(ask("stats").out()).contains("counter:{id}:total", "unknown", "711 keys", "100 %");
    }

    @Test
    void statisticsAreSummedByCategoryAndNarrowedToASystem() {
        String categories = ask("stats", "--by", "category").out();
        assertThat(categories)
                .contains("CATEGORY", "counter", "session", "total", "Counted")
                .doesNotContain("{id}");
        assertThat(ask("stats", "--by", "key").out()).contains("{id}").doesNotContain("CATEGORY");

        JsonNode discord = JsonMapper.shared()
                .readTree(ask("stats", "--system", "discord", "--fresh", "--format", "json")
                        .out());
        assertThat(discord.path("keys").asLong()).isEqualTo(1);
        assertThat(discord.path("complete").asBoolean()).isTrue();
        assertThat(discord.path("unknown").path("keys").asLong()).isZero();
        Ended unknown = ask("stats", "--system", "nosuch");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no such system");
    }

    @Test
    void deletingManyNeedsAYesAndSaysHowMany() {
        Ended refused = ask("keys", "delete", "--prefix", "counter:site-6");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "This would delete 111 keys that begin with \"counter:site-6\"",
                        "nothing was deleted",
                        "--yes");
        assertThat(ask("keys", "count", "counter:").out()).isEqualTo("700\n");
        assertThat(ask("keys", "delete", "--prefix", "counter:site-6", "--yes").out())
                .isEqualTo("Deleted 111 keys.\n");
        assertThat(ask("audit", "--kind", "key").out()).contains("delete", "111 of counter:");
        assertThat(ask("keys", "count", "counter:", "--json").out()).isEqualTo("{\"count\":589}\n");
        assertThat(ask("keys", "delete", "counter:site-1:total", "absent")).satisfies(ended -> {
            assertThat(ended.out()).isEqualTo("Deleted 1 key.\n");
            assertThat(ended.status()).isEqualTo(1);
        });
        assertThat(ask("keys", "delete", "--prefix", "").status()).isEqualTo(2);
        assertThat(ask("keys", "delete", "--prefix", session().name().substring(0, 20))
                        .err())
                .contains("This would delete 1 key that begins with \"sess:~")
                .doesNotContain(SID.substring(0, 15));
    }

    @Test
    void keysAreChangedAsTheKeyspaceAllowsAndTheChangesWrittenDown() {
        assertKeysAreChanged();
    }

    private void assertKeysAreChanged() {
        String total = "counter:site-7:total";
        assertThat(ask("keys", "set", total, "41")).isEqualTo(new Ended(0, "Changed 1 key.\n", ""));
        assertThat(ask("keys", "get", total, "--json").out())
                .contains("\"value\":\"41\"")
                .doesNotContain("lifeMillis");
        assertThat(ask("keys", "expire", total, "1h"))
                .isEqualTo(new Ended(
                        1,
                        "",
                        "Keys such as counter:{id}:total never end by themselves: --force does it all the same\n"));
        assertThat(ask("keys", "expire", total, "1h", "--force", "--json").out())
                .isEqualTo("{\"changed\":true}\n");
        assertThat(ask("keys", "ttl", total).out()).containsPattern("59m|1h");
        assertThat(ask("keys", "persist", total).status()).isZero();
        assertThat(ask("keys", "ttl", total).out()).contains("no end");

        assertThat(ask("keys", "persist", session().name()).err()).contains("always end (30 d");
        assertThat(ask("keys", "expire", session().name(), "31d").err()).contains("live 30 d, renewed on use at most");
        assertThat(ask("keys", "expire", session().name(), "2w").status()).isZero();
        assertThat(ask("keys", "set", "blacklist:abc", "1").err()).contains("so that a new one needs --ttl");
        assertThat(ask("keys", "set", "blacklist:abc", "1", "--ttl", "1m30s").status())
                .isZero();
        assertThat(ask("keys", "set", "yorozu:fence:a", "7").err())
                .isEqualTo("Only Yorozu writes keys such as yorozu:fence:{name}: --force does it all the same\n");
        assertThat(ask("keys", "get", "yorozu:fence:a").status()).isEqualTo(1);
        assertThat(ask("keys", "set", "counters:index", "x", "--force").err())
                .isEqualTo("A key of this name holds a rank, and only strings can be set\n");
        assertThat(ask("keys", "set", "list", "x").err()).contains("holds a list");
        assertThat(ask("keys", "expire", "absent", "1s")).isEqualTo(new Ended(1, "", "There is no such key\n"));
        assertThat(ask("keys", "expire", total, "10").status()).isEqualTo(2);

        String written = ask("audit", "--kind", "key", "--json").out();
        assertThat(written.lines()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(written)
                .contains("\"action\":\"set\"", "\"action\":\"expire\"", "\"action\":\"persist\"", total)
                .doesNotContain(SID, "yorozu:fence");
    }

    @Test
    void theCommandThatServesIsTheSameAloneAndAmongAll() {
        Console console = new Console(System.in, System.out, System.err);
        CommandLine among = Objects.requireNonNull(
                Yorozu.commandLine(console).getSubcommands().get("serve"));
        CommandLine alone =
                Objects.requireNonNull(Yorozu.serving(console).getSubcommands().get("serve"));

        assertThat(alone.getUsageMessage()).isEqualTo(among.getUsageMessage()).contains("yorozu serve");
        assertThat(alone.isAbbreviatedOptionsAllowed()).isEqualTo(among.isAbbreviatedOptionsAllowed());
        assertThat(alone.isCaseInsensitiveEnumValuesAllowed()).isEqualTo(among.isCaseInsensitiveEnumValuesAllowed());
    }

    @Test
    void everyCommandThatAnswersCanDoSoInJson() {
        CommandLine line = Yorozu.commandLine(new Console(System.in, System.out, System.err));
        List<String> without = new ArrayList<>();
        leaves(line).forEach(spec -> {
            if (spec.findOption("--json") == null) {
                without.add(spec.name());
            }
        });
        // The shell answers as redis-cli does.
        assertThat(without)
                .containsOnly(
                        "serve", "demo", "prepare", "rehearse", "health", "shell", "completion", "manual", "help");
    }

    private static Stream<CommandSpec> leaves(CommandLine line) {
        Collection<CommandLine> below = line.getSubcommands().values();
        return below.isEmpty()
                ? Stream.of(line.getCommandSpec())
                : below.stream().flatMap(CommandsTest::leaves);
    }

    @Test
    void aKilledServerIsNotTakenForARunningOne() throws Exception {
        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            server.kill();
        }

        assertThat(data.resolve("server.json")).exists();
        assertThat(ask("keys", "count", "counter:")).isEqualTo(new Ended(0, "700\n", ""));
    }

    @Test
    void helpAndCompletionNameEveryCommand() {
        assertThat(Commands.run("--help").out())
                .contains("serve", "demo", "schema", "stats", "keys", "backup", "restore");
        assertThat(Commands.run("completion").out()).contains("complete -F", "--reveal", "restore");
        assertThat(Commands.run("--version").out()).startsWith("yorozu ");
    }

    @Test
    void theManualHasASectionForEveryCommandWithAllOfItsOptions() {
        String manual = Commands.run("manual").out();
        assertThat(manual).startsWith(".TH YOROZU 1 ").doesNotContain("${", "%n", "rehearse");
        CommandLine line = Yorozu.commandLine(new Console(System.in, System.out, System.err));
        leaves(line).filter(spec -> !spec.usageMessage().hidden()).forEach(spec -> {
            String name = spec.qualifiedName(" ").replace("-", "\\-");
            String section =
                    manual.substring(manual.indexOf(".SS " + name + "\n") + 1).split("\n\\.S", 2)[0];
            assertThat(section).startsWith("SS " + name);
            spec.options().stream()
                    .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                    .forEach(option ->
                            assertThat(section).contains(option.longestName().replace("-", "\\-")));
        });
    }

    @Test
    void healthTellsWhetherAServerIsReadyHere() throws Exception {
        Ended none = Commands.run("health", "--data", data.toString());
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.err()).contains("No server runs for " + data);

        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            assertThat(Commands.run("health", "--data", data.toString())).isEqualTo(new Ended(0, "ready\n", ""));
            Ended other = Commands.run("health", "--server", server.url() + "/nowhere/");
            assertThat(other.status()).isZero();
            server.stop();
            assertThat(Commands.run("health", "--server", server.url().toString(), "--within", "1")
                            .err())
                    .contains("Nothing answers at " + server.url() + "/readyz");
        }
    }

    @Test
    void anAddressThatIsNoneIsSaidToBeWrong() {
        for (String address : List.of("localhost:8080", "127.0.0.1:8080", "file:///etc", "/x")) {
            for (String command : List.of("health", "stats")) {
                Ended ended = Commands.run(command, "--server", address);
                assertThat(ended.status()).isEqualTo(2);
                assertThat(ended.err())
                        .hasLineCount(1)
                        .contains("'" + address + "' is no address such as http://127.0.0.1:8080");
            }
        }
    }

    private static JsonNode row(JsonNode stats, String pattern) {
        for (JsonNode row : stats.path("patterns")) {
            if (row.path("pattern").stringValue().equals(pattern)) {
                return row;
            }
        }
        throw new AssertionError("There is no row for " + pattern);
    }

    /** Lives run on between two questions. */
    private Ended askWithoutLives(String... question) {
        Ended ended = ask(question);
        String out = ended.out()
                .replaceAll("(?i)(life|meanLife)Millis\"( ?): ?\\d+", "")
                .replaceAll("\"(asOf|tookMillis)\" : [^,]+", "")
                .replaceAll("Counted .*", "")
                .replaceAll("\\d+[dhm] \\d+[hms]", "");
        return new Ended(ended.status(), out, ended.err());
    }
}
