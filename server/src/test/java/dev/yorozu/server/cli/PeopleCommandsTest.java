package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.systems.discord.DiscordSystem;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands about what happened and who is signed in, with a server that runs there and without. */
class PeopleCommandsTest {
    private static final String USER = "80351110224678912";
    private static final int RESOLVED = 450;
    private static final RandomTokens RANDOM = RandomTokens.secure();

    @TempDir
    Path directory;

    private final InstantSource clock = InstantSource.system();
    private final Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    private final List<Session> sessions = new ArrayList<>();

    @BeforeEach
    void fill() {
        try (Store store = RocksStore.open(directory.resolve("data").resolve("store"))) {
            AuditLog log = new AuditLog(store, AuditPolicy.STANDARD, RANDOM, clock);
            Event old = event("issue", Duration.ofDays(3)).about("oldy…", "ref-old");
            log.appendBeginning(old, now.minus(Duration.ofDays(2)));
            log.append(event("refuse", Duration.ofHours(1))
                    .by(Optional.empty())
                    .about("abcd…", "")
                    .ending("EXPIRED"));
            for (int i = 1; i <= RESOLVED; i++) {
                log.append(event("resolve", Duration.ofSeconds(i)).about("r" + i, "ref-" + i));
            }
            log.append(Event.of(now, Kind.SESSION, "discord", "sign-in").by(Optional.of("somebody")));
            Sessions discord = discord(store);
            for (int i = 0; i < 3; i++) {
                sessions.add(((Start.Started) discord.start(USER, Document.empty())).session());
            }
        }
    }

    private Event event(String action, Duration ago) {
        return Event.of(now.minus(ago), Kind.LINK, "discord", action).by(Optional.of(USER));
    }

    private Sessions discord(Store store) {
        Settings settings = new SettingsReader(StandardSettings.schema()).read();
        return DiscordSystem.sessions(settings, store, RANDOM, clock);
    }

    private Ended ask(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", directory.resolve("data").toString()));
        return Commands.run(all.toArray(String[]::new));
    }

    private static List<JsonNode> lines(Ended ended) {
        return ended.out().lines().map(JsonMapper.shared()::readTree).toList();
    }

    @Test
    void answersAreTheSameWhetherTheServerRunsOrNot() {
        List<String[]> questions = List.of(
                new String[] {"audit"},
                new String[] {"audit", "--kind", "link", "--since", "1d"},
                new String[] {"audit", "--kind", "session", "--json"},
                new String[] {"audit", "--user", USER, "--until", "12h", "--json"},
                new String[] {"audit", "--all", "--json"},
                new String[] {"audit", "--limit", "7"},
                new String[] {"user", USER, "sessions"},
                new String[] {"user", USER, "sessions", "--system", "discord", "--json"},
                new String[] {"user", "nobody", "sessions"},
                new String[] {"user", "nobody", "revoke"},
                new String[] {"user", USER, "revoke", "0123456789abcdef"},
                new String[] {"user", USER, "revoke", "--except", "0123456789abcdef"});
        List<Ended> stopped = questions.stream().map(this::ask).toList();
        Program.Serving server = Program.Serving.start(
                directory, "--data", directory.resolve("data").toString());
        try (server) {
            for (int i = 0; i < questions.size(); i++) {
                assertThat(ask(questions.get(i)))
                        .as(String.join(" ", questions.get(i)))
                        .isEqualTo(stopped.get(i));
            }
            String one = sessions.getFirst().publicId();
            assertThat(lines(ask("user", USER, "revoke", one, "--json")))
                    .singleElement()
                    .asString()
                    .isEqualTo("{\"ended\":1,\"system\":\"discord\",\"id\":\"" + one + "\"}");
            assertThat(ask("user", USER, "revoke").out()).isEqualTo("Ended 2 sessions\n");
            assertThat(ask("user", USER, "sessions", "--system", "nowhere").status())
                    .isEqualTo(1);
        }
    }

    @Test
    void eventsAreListedNewestFirst() {
        Ended recent = ask("audit", "--kind", "link", "--since", "1d", "--limit", "500");
        assertThat(recent.status()).isZero();
        assertThat(recent.err()).isEmpty();
        List<String> rows = recent.out().lines().toList();
        assertThat(rows).hasSize(1 + RESOLVED + 1);
        assertThat(rows.get(0)).startsWith("TIME ").contains("KIND", "ACTION", "OUTCOME");
        assertThat(rows.get(1)).contains("link", "discord", "resolve", USER, "r1 ", "ok");
        assertThat(rows.getLast()).contains("refuse", "abcd…", "EXPIRED");
        assertThat(ask("audit", "--kind", "link", "--until", "1d").out())
                .containsSubsequence("expire", "oldy…", "issue", "oldy…");
    }

    @Test
    void theExportHoldsEverythingAsLines() {
        List<JsonNode> lines = lines(ask("audit", "--all", "--json"));
        assertThat(lines).hasSize(RESOLVED + 4);
        assertThat(lines.stream().map(line -> Instant.parse(line.required("at").stringValue())))
                .isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(lines.getFirst().required("kind").stringValue()).isEqualTo("session");
    }

    @Test
    void aLimitIsToldAndAWrongTimeRefused() {
        Ended some = ask("audit", "--limit", "3", "--json");
        assertThat(lines(some)).hasSize(3);
        assertThat(some.err()).contains("--all");
        assertThat(ask("audit", "--since", "yesterday").status()).isEqualTo(2);
        assertThat(ask("audit", "--since", "yesterday").err()).contains("--since must be a time ago such as 1d");
        assertThat(ask("audit", "--kind", "nonsense").status()).isEqualTo(2);
        assertThat(ask("audit", "--limit", "0").status()).isEqualTo(2);
    }

    @Test
    void sessionsShowNoSid() {
        String shown = ask("user", USER, "sessions").out()
                + ask("user", USER, "sessions", "--json").out();
        for (Session session : sessions) {
            assertThat(shown)
                    .contains(session.publicId())
                    .doesNotContain(session.sid().orElseThrow());
        }
    }

    @Test
    void revokingKeepsTheOneThatIsNamedAndIsWrittenDown() {
        String kept = sessions.get(1).publicId();
        Ended refused = ask("user", USER, "revoke", "--except", "0123456789abcdef");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("none was ended");
        assertThat(ask("user", USER, "revoke", "--except", kept).out()).isEqualTo("Ended 2 sessions\n");
        assertThat(lines(ask("user", USER, "sessions", "--json")))
                .singleElement()
                .satisfies(line -> assertThat(line.required("id").stringValue()).isEqualTo(kept));
        assertThat(ask("user", USER, "revoke").out()).isEqualTo("Ended 1 session\n");
        assertThat(ask("user", USER, "sessions").out()).isEqualTo("No sessions\n");
        assertThat(lines(ask("audit", "--kind", "session", "--user", USER, "--json")))
                .hasSize(3)
                .allSatisfy(line -> {
                    assertThat(line.required("action").stringValue()).isEqualTo("revoke");
                    assertThat(line.required("client").stringValue()).isEqualTo("operator");
                });
    }

    @Test
    void whoNobodyKnowsIsRefusedAndNotSignedOut() {
        Ended unknown = new Ended(1, "", "There is no user nobody: name one by id, login id or e-mail address.\n");
        assertThat(ask("user", "nobody", "revoke")).isEqualTo(unknown);
        assertThat(ask("user", "nobody", "revoke", "--json")).isEqualTo(unknown);
        assertThat(ask("user", "nobody", "revoke", "0123456789abcdef")).isEqualTo(unknown);
        assertThat(ask("user", "nobody", "sessions")).isEqualTo(unknown);
        // The audit log remembers this one, who is signed in nowhere.
        assertThat(ask("user", "somebody", "revoke"))
                .isEqualTo(new Ended(0, "Nothing was ended: the user is signed in nowhere\n", ""));
    }

    @Test
    void oneSessionIsEndedByItsName() {
        String one = sessions.get(1).publicId();
        assertThat(ask("user", USER, "revoke", one, "--except", one).status()).isEqualTo(2);
        assertThat(ask("user", USER, "revoke", "0123456789abcdef"))
                .satisfies(ended -> assertThat(ended.status()).isEqualTo(1))
                .satisfies(ended -> assertThat(ended.err()).contains("none was ended"));
        assertThat(ask("user", USER, "revoke", one)).isEqualTo(new Ended(0, "Ended the one of discord\n", ""));
        assertThat(lines(ask("user", USER, "sessions", "--json")))
                .extracting(line -> line.required("id").stringValue())
                .hasSize(2)
                .doesNotContain(one);
        assertThat(ask("user", USER, "revoke", one).status()).isEqualTo(1);
    }

    @Test
    void aUserNeedsACommand() {
        assertThat(ask("user", USER).status()).isEqualTo(2);
        assertThat(Commands.run("user", "--help").out()).contains("sessions", "revoke");
    }
}
