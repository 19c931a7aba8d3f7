package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The commands about accounts, with a server that runs there and without. */
class AccountCommandsTest {
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    Path directory;

    private Ended user(String input, String... arguments) {
        List<String> all = new ArrayList<>(List.of("user"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--data", directory.resolve("data").toString()));
        all.addAll(List.of("--config", quickPasswords().toString()));
        return Commands.runWith(input, all.toArray(String[]::new));
    }

    /** How slowly passwords are hashed is of no interest here, and most of the time that these commands take. */
    private Path quickPasswords() {
        Path file = directory.resolve("quick.yaml");
        try {
            return Files.writeString(file, "passwords: {memory: 64KiB, iterations: 1}\n");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private Settings settings() {
        return new SettingsReader(StandardSettings.schema())
                .environment(Map.of("YOROZU_DATA", directory.resolve("data").toString()))
                .withoutFile()
                .read();
    }

    private Account account(String login) {
        try (Directory opened = DirectoryOpener.open(settings(), InstantSource.system())) {
            return opened.findByIdentifier(login).orElseThrow();
        }
    }

    private boolean signsIn(String login, String password) {
        return PasswordSettings.passwords(settings())
                .matches(password, account(login).passwordHash());
    }

    @Test
    void theFirstAdministratorIsMadeBeforeAnyServerRan() {
        Ended made = user("", "create", "hanako", "--email", "hanako@example.com", "--admin");
        assertThat(made.err()).isEmpty();
        assertThat(made.status()).isZero();
        List<String> lines = made.out().lines().toList();
        assertThat(lines.getFirst()).isEqualTo("Made the account 1 of hanako, an administrator");
        assertThat(lines.get(1)).matches("The password is [A-Za-z0-9_-]{20} and is shown only now\\.");
        assertThat(account("hanako").roles()).extracting(Role::name).contains("admin");
        assertThat(signsIn("hanako", lines.get(1).split(" ", -1)[3])).isTrue();
    }

    @Test
    void theFirstAdministratorNeedsNoName() {
        assertThat(user("", "create", "--admin").out()).startsWith("Made the account 1 of admin, an administrator\n");
        assertThat(account("admin").email()).isEqualTo("admin@localhost");
        assertThat(user("", "create", "taro").err()).startsWith("Say who it is: ./yorozu user create LOGIN --email");
    }

    @Test
    void aPasswordComesFromTheInputAndNeverFromAnArgument() {
        Ended made = user(PASSWORD + "\n", "create", "taro", "--email", "taro@example.com", "--password-stdin");
        assertThat(made.out()).isEqualTo("Made the account 1 of taro\n");
        assertThat(signsIn("taro", PASSWORD)).isTrue();
        assertThat(user("", "create", "x", "--email", "x@example.com", "--password", PASSWORD)
                        .status())
                .isEqualTo(2);
        assertThat(user("", "create", "x", "--email", "x@example.com", "--password-stdin"))
                .isEqualTo(new Ended(1, "", "There was no password on the standard input.\n"));

        assertThat(user("another password\r\n", "TARO", "password", "--password-stdin")
                        .out())
                .isEqualTo("Set another password for taro\n");
        assertThat(signsIn("taro", "another password")).isTrue();
        assertThat(signsIn("taro", PASSWORD)).isFalse();
    }

    @Test
    void whatCannotBeIsRefusedInOneSentence() {
        user(PASSWORD, "create", "taro", "--email", "taro@example.com", "--password-stdin");
        assertThat(user(PASSWORD, "create", "TARO", "--email", "x@example.com", "--password-stdin"))
                .isEqualTo(new Ended(1, "", "This login id belongs to an account already.\n"));
        assertThat(user(PASSWORD, "create", "jiro", "--email", "Taro@example.com", "--password-stdin"))
                .isEqualTo(new Ended(1, "", "This e-mail address belongs to an account already.\n"));
        assertThat(user("short", "create", "jiro", "--email", "j@example.com", "--password-stdin"))
                .isEqualTo(new Ended(1, "", "A password has at least 8 characters.\n"));
        assertThat(user(PASSWORD, "create", "a@b", "--email", "j@example.com", "--password-stdin")
                        .err())
                .startsWith("A login id has 1 to 64 letters");
        assertThat(user("", "nobody", "disable"))
                .isEqualTo(new Ended(1, "", "There is no user nobody: name one by id, login id or e-mail address.\n"));
        assertThat(user("", "show"))
                .isEqualTo(new Ended(2, "", "Missing required parameter: 'USER': see yorozu user --help.\n"));
    }

    @Test
    void aUserIsListedShownDisabledAndEnabledByEveryName() {
        user(PASSWORD, "create", "taro", "--email", "taro@example.com", "--username", "太郎", "--password-stdin");
        assertLooksAfterTaro();
    }

    private void assertLooksAfterTaro() {
        assertThat(user("", "list").out().lines().skip(1))
                .singleElement()
                .asString()
                .contains("1  taro ", "太郎", "taro@example.com", "user", "enabled");
        assertThat(user("", "1", "disable").out()).isEqualTo("taro is disabled\n");
        assertThat(user("", "taro@example.com", "show").out()).contains("disabled");
        assertThat(user("", "Taro", "enable").out()).isEqualTo("taro is enabled\n");
        String shown = user("", "taro", "show", "--json").out();
        String uuid = JsonMapper.shared().readTree(shown).path("uuid").stringValue();
        assertThat(user("", uuid, "show", "--json").out()).isEqualTo(shown).contains("\"enabled\":true");
    }

    @Test
    void aRunningServerAnswersTheSameAndItsLogHoldsNoPassword() throws Exception {
        try (Program.Serving serving = Program.Serving.start(
                directory, "--data", directory.resolve("data").toString())) {
            Ended made = user(
                    PASSWORD, "create", "taro", "--email", "taro@example.com", "--username", "太郎", "--password-stdin");
            assertThat(made).isEqualTo(new Ended(0, "Made the account 1 of taro\n", ""));
            assertThat(user(PASSWORD, "create", "taro", "--email", "x@example.com", "--password-stdin"))
                    .isEqualTo(new Ended(1, "", "This login id belongs to an account already.\n"));
            assertThat(user("", "nobody", "enable").status()).isEqualTo(1);
            assertLooksAfterTaro();
            assertThat(serving.log()).doesNotContain(PASSWORD);
            assertThat(serving.stop()).isZero();
        }
        assertThat(signsIn("taro", PASSWORD)).isTrue();
        assertThat(Commands.run("audit", "--data", directory.resolve("data").toString())
                        .out())
                .contains("create", "disable", "enable");
        for (String name : List.of("taro", "TARO@example.com", "1")) {
            assertThat(Commands.run(
                                    "audit",
                                    "--user",
                                    name,
                                    "--data",
                                    directory.resolve("data").toString())
                            .out())
                    .as(name)
                    .contains("create", "disable", "enable");
        }
        assertNoFileHolds(PASSWORD);
    }

    @Test
    void whoeverIsDisabledOrGetsAnotherPasswordIsSignedOutAtOnce() throws Exception {
        try (Program.Serving serving = Program.Serving.start(
                        directory, "--data", directory.resolve("data").toString());
                HttpClient http = HttpClient.newHttpClient()) {
            user(PASSWORD, "create", "taro", "--email", "taro@example.com", "--password-stdin");
            String token = signIn(http, serving, PASSWORD);
            assertThat(devices(http, serving, token)).isEqualTo(200);
            user("", "taro", "disable");
            assertThat(devices(http, serving, token)).isEqualTo(401);
            user("", "taro", "enable");
            assertThat(devices(http, serving, token)).isEqualTo(401);

            String another = signIn(http, serving, PASSWORD);
            assertThat(devices(http, serving, another)).isEqualTo(200);
            user("another password", "taro", "password", "--password-stdin");
            assertThat(devices(http, serving, another)).isEqualTo(401);
            assertThat(devices(http, serving, signIn(http, serving, "another password")))
                    .isEqualTo(200);
        }
    }

    private static String signIn(HttpClient http, Program.Serving serving, String password) throws Exception {
        String body = """
                {"loginIdentifier":"taro","password":"%s","deviceType":"Browser","os":"Linux"}""".formatted(password);
        HttpRequest request = HttpRequest.newBuilder(serving.url().resolve("/tokens/api/entrance/auth/login"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body()).path("accessToken").stringValue();
    }

    private static int devices(HttpClient http, Program.Serving serving, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(serving.url().resolve("/tokens/api/profile/devices"))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private void assertNoFileHolds(String secret) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .doesNotContain(secret);
            }
        }
    }
}
