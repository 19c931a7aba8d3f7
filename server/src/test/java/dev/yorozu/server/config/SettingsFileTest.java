package dev.yorozu.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.audit.Kind;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.log.LogSettings;
import dev.yorozu.server.systems.apps.AppsSettings;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {
    private static final String TOKEN = "admin: {token: 0123456789abcdef}";

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = directory.resolve("yorozu.yaml");
    }

    private Settings read(String yaml) throws IOException {
        return reader(yaml).read();
    }

    private SettingsReader reader(String yaml) throws IOException {
        Files.writeString(file, yaml);
        return new SettingsReader(StandardSettings.schema()).file(file);
    }

    @Test
    void namesAreNestedOrDotted() throws Exception {
        Settings settings = read("""
                # A comment
                server:
                  port: 1234
                  host: "localhost"
                store.limits:
                  keyBytes: 2KiB
                log: {access: off, format: text}
                """);

        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(1234);
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("localhost");
        assertThat(settings.value(StoreSettings.KEY_BYTES)).isEqualTo(2048);
        assertThat(settings.value(LogSettings.ACCESS)).isFalse();
    }

    @Test
    void environmentIsStrongerThanTheFileAndFlagsThanBoth() throws Exception {
        SettingsReader reader = reader("server: {port: 1, host: file, maxBodyBytes: 2KiB}")
                .environment(Map.of("YOROZU_SERVER_PORT", "2", "YOROZU_SERVER_HOST", "environment"))
                .flag("server.port", "--port", "3");
        Settings settings = reader.read();

        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(3);
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("environment");
        assertThat(settings.value(ServerSettings.MAX_BODY_BYTES)).isEqualTo(2048);
    }

    @Test
    void theFileCanBeNamedByAVariable() throws Exception {
        Files.writeString(file, "server.port: 5");

        assertThat(new SettingsReader(StandardSettings.schema())
                        .environment(Map.of("YOROZU_CONFIG", file.toString()))
                        .read()
                        .value(ServerSettings.PORT))
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing but a comment\n", "---\n"})
    void aFileMayBeEmpty(String yaml) throws Exception {
        assertThat(read(yaml).value(ServerSettings.PORT)).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server: {port: x} | Setting server.port from FILE line 1 is \"x\", but must be a whole number from 0 to 65535.",
                "a: 1 | Unknown setting a from FILE line 1: see docs/settings.md for all there are.",
                "server: {ports: 1} | Unknown setting server.ports from FILE line 1: did you mean server.port?",
                "server: {port: [1]} | Setting server.port from FILE line 1 must be a whole number from 0 to 65535.",
                "server: {port: {}} | Setting server.port from FILE line 1 must be a whole number from 0 to 65535.",
                "server: 8080 | server from FILE line 1 must hold settings, such as server.host: it is none itself.",
                "server: [] | server from FILE line 1 must hold settings, such as server.host: it is none itself.",
                "systms: {discord: {}} | Unknown setting systms.discord from FILE line 1: did you mean systems.discord?",
                "systms: | Unknown setting systms from FILE line 1: did you mean systems?",
                "server: {prot: ~} | Unknown setting server.prot from FILE line 1: did you mean server.port?",
                "port: 80 | Unknown setting port from FILE line 1: did you mean server.port?",
                "trustedProxies: [] | Setting trustedProxies from FILE line 1 is an empty list: leave it out, or name addresses or blocks such as 127.0.0.1, 10.0.0.0/8, fd00::/8.",
                "audit: {kinds: [[link]]} | Setting audit.kinds from FILE line 1 must be kinds such as link, session, token, with commas between them.",
                "audit: {kinds: ['link,session']} | Setting audit.kinds from FILE line 1 must be kinds such as link, session, token, with commas between them.",
                "systems: {apps: {declared: {shop: [1]}}} | Setting systems.apps.declared from FILE line 1 must be apps by their names, each with its settings, in JSON or as a section of the file.",
                "systems: {apps: {declared: {shop: &a {a: *a}}}} | Setting systems.apps.declared from FILE line 1 must be apps by their names, each with its settings, in JSON or as a section of the file.",
                "- a | The configuration file FILE must hold names and values, like server: {port: 8080}.",
                "{server: {port: 1}, server.port: 2} | Setting server.port is given twice in FILE: keep one of them."
            })
    void whatIsWrongIsToldInOneSentence(String yaml, String sentence) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(SettingsException.class)
                .hasMessage(sentence.replace("FILE", file.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: {port: 1\n",
                "server:\n\tport: 1\n",
                "server: {port: 1}\nserver: {host: x}\n",
                "a: \"\n",
                "server: *nowhere\n",
                "server: {port: 1}\n---\nserver: {host: x}\n"
            })
    void brokenYamlIsToldWithItsPlace(String yaml) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(SettingsException.class)
                .hasMessageMatching(
                        "The configuration file \\S+ is not valid YAML at line \\d+, column \\d+: check [^\\n]+\\.");
    }

    @Test
    void namesOfTheFilesOwnAreASectionOfAnyDepth() throws Exception {
        Settings settings = read("""
                systems:
                  apps:
                    declared:
                      shop:
                        sessions: {life: 604800, at_cap: refuse}
                        rankings: {laps: {best_only: false, order: "low"}}
                      blog: {}
                """);
        assertThat(settings.value(AppsSettings.DECLARED).bytes().text())
                .isEqualTo("{\"shop\":{\"sessions\":{\"life\":604800,\"at_cap\":\"refuse\"},"
                        + "\"rankings\":{\"laps\":{\"best_only\":false,\"order\":\"low\"}}},\"blog\":{}}");
    }

    @Test
    void listsAliasesAndNothingAreUnderstood() throws Exception {
        Settings settings = read("""
                server: &common {requestTimeout: 1m30s, maxBodyBytes: 1MB, host: ~}
                store:
                  timeout: &short 2s
                  limits:
                trustedProxies:
                  - 127.0.0.1
                  - fd00::/8
                audit:
                  kinds: [link, session]
                  maxAge: 2w
                log: {access: No, level: null}
                systems:
                  users: {enabled: yes}
                  tokens: {enabled: off}
                """);

        assertThat(settings.value(ServerSettings.REQUEST_TIMEOUT)).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.value(ServerSettings.MAX_BODY_BYTES)).isEqualTo(1_000_000);
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("127.0.0.1");
        assertThat(settings.value(PrivacySettings.TRUSTED_PROXIES)).hasSize(2);
        assertThat(settings.value(AuditSettings.KINDS)).containsExactly(Kind.LINK, Kind.SESSION);
        assertThat(settings.value(AuditSettings.MAX_AGE)).isEqualTo(Duration.ofDays(14));
        assertThat(settings.value(LogSettings.ACCESS)).isFalse();
        assertThat(settings.value(UsersSettings.ENABLED)).isTrue();
        assertThat(settings.value(TokensSettings.ENABLED)).isFalse();
        assertThat(settings.isGiven(ServerSettings.HOST)).isFalse();
    }

    @Test
    void anAliasStandsForItsAnchorAndIsMergedUnderNamesOfItsOwn() throws Exception {
        Settings settings = read("""
                store: {timeout: &life 3s}
                server: {idleTimeout: *life}
                systems:
                  users: &off {enabled: off, mount: /people}
                  tokens: *off
                  discord: {<<: *off, mount: /d}
                """);

        assertThat(settings.value(ServerSettings.IDLE_TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.value(TokensSettings.MOUNT)).isEqualTo("/people");
        assertThat(settings.value(DiscordSettings.MOUNT)).isEqualTo("/d");
        assertThat(settings.value(DiscordSettings.ENABLED)).isFalse();
        assertThatThrownBy(() -> read("server:\n  host: &name x\n  port: *name\n"))
                .hasMessageStartingWith("Setting server.port from " + file + " line 3 is \"x\"");
    }

    @Test
    void aFileThatStandsForTooMuchIsRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 {x: 1, y: 1, z: 1}\n");
        for (int i = 1; i < 33; i++) {
            bomb.append("a%1$d: &a%1$d {x: *a%2$d, y: *a%2$d, z: *a%2$d}\n".formatted(i, i - 1));
        }
        String wide = "systems: {discord: {" + "x: 1, ".repeat(20_000) + "y: 1}}";

        for (String yaml : List.of(
                bomb.toString(),
                "server: &s {again: *s}\n",
                "server: {<<: &m {<<: *m}}\n",
                "[".repeat(20_000),
                "{a: ".repeat(20_000),
                wide)) {
            assertThatThrownBy(() -> read(yaml))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining(file.toString())
                    .message()
                    .hasSizeLessThan(500);
        }
    }

    @Test
    void aMissingFileIsToldInOneSentence() {
        assertThatThrownBy(() -> new SettingsReader(StandardSettings.schema())
                        .file(directory.resolve("none.yaml"))
                        .read())
                .isInstanceOf(SettingsException.class)
                .hasMessageEndingWith("none.yaml cannot be read: check its path and rights.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--"})
    void aSecretThatOthersMayReadIsRefused(String rights) throws Exception {
        SettingsReader reader = reader(TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

        assertThatThrownBy(reader::read)
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "The configuration file " + file + " holds the secret admin.token, but others may read it: run"
                                + " chmod 600 " + file + " first.");
    }

    @Test
    void aPasswordInAStoreUrlIsASecretToo() throws Exception {
        SettingsReader reader = reader("store.url: redis://u:p@h");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(reader::read).hasMessageContaining("holds the secret store.url");
    }

    @Test
    void aSecretThatOnlyItsOwnerMayReadIsTaken() throws Exception {
        SettingsReader reader = reader(TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThat(reader.read().find(AdminSettings.TOKEN)).contains("0123456789abcdef");
    }

    @Test
    void aFileWithoutSecretsMayBeReadByAll() throws Exception {
        SettingsReader reader = reader("server.port: 1\nstore.url: redis://h");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(reader.read().value(ServerSettings.PORT)).isEqualTo(1);
    }
}
