package dev.yorozu.server.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.config.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the files of {@code deploy} say of the program is true: its settings, its version, the rules of the service manager. */
class DeployTest {
    private static final Path DEPLOY = Path.of("..", "deploy").toAbsolutePath().normalize();
    /** How much of the machine the service may reach, by systemd's own measure: 10 is all. In tenths. */
    private static final String MOST_EXPOSURE = "--threshold=15";

    @TempDir
    Path directory;

    @Test
    void everySettingOfThePackagedFileIsOne() throws IOException {
        String packaged = Files.readString(DEPLOY.resolve("yorozu.yaml"));
        String uncommented = found("(?m)^#((?:  )*[A-Za-z]+:.*)$", packaged).collect(Collectors.joining("\n"));
        Path file = Files.createFile(
                directory.resolve("yorozu.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, uncommented);
        Settings settings =
                new SettingsReader(StandardSettings.schema()).file(file).read();
        Settings defaults =
                new SettingsReader(StandardSettings.schema()).withoutFile().read();

        assertThat(uncommented).contains("server:", "directory:", "log:");
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo(defaults.value(ServerSettings.HOST));
        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(defaults.value(ServerSettings.PORT));
    }

    @Test
    void composeGivesTheServerSettingsThatItHas() throws IOException {
        String text = Files.readString(DEPLOY.resolve("compose.yaml"));
        Object compose = new Load(LoadSettings.builder().build())
                .loadFromString(text.replaceAll("\\$\\{[A-Z_]+:\\?}", "a-word-of-enough-length"));
        Map<?, ?> server = under(under(compose, "services"), "yorozu");
        Map<String, String> environment = under(server, "environment").entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().toString(),
                        entry -> entry.getValue().toString()));
        Settings settings = read(environment);

        assertThat(settings.value(StoreSettings.URL)).startsWith("redis://").endsWith("@redis:6379");
        assertThat(server.get("image")).isEqualTo("yorozu:" + Version.text());
        assertThat(server.get("read_only")).isEqualTo(true);
        assertThat(text.replaceAll("(?m)^ *#.*$", "")).doesNotContainPattern("PASSWORD: [^$]");
        // What it names of others is there.
        assertThat(under(server, "depends_on").keySet().stream().map(Object::toString))
                .allMatch(under(compose, "services")::containsKey);
    }

    @Test
    void theImageThatOneBuildsOneselfHoldsThisVersion() throws IOException {
        String dockerfile = Files.readString(DEPLOY.resolve("Dockerfile"));
        assertThat(found("yorozu-([0-9.]+)-linux", dockerfile)).containsOnly(Version.text());
        assertThat(found("/opt/yorozu-([0-9.]+)/", dockerfile)).containsOnly(Version.text());
        assertThat(read(variables(dockerfile)).value(ServerSettings.HOST)).isEqualTo("0.0.0.0");
    }

    /** The commands of the unit stand at another place in the tree, so that others are put where the service manager looks. */
    @Test
    void theServiceManagerTakesTheUnitAndCallsItConfined() throws Exception {
        String unit = Files.readString(DEPLOY.resolve("yorozu.service"));
        assertThat(found("(?m)^Exec\\w+=(\\S+)", unit)).containsOnly("/usr/bin/yorozu");
        Map<String, String> variables = variables(unit);
        assertThat(variables).containsEntry("YOROZU_CONFIG", "/etc/yorozu/yorozu.yaml");
        assertThat(read(Map.of("YOROZU_DATA", variables.get("YOROZU_DATA"))).value(StoreSettings.DATA))
                .isEqualTo(Path.of("/var/lib/yorozu"));

        Path file =
                Files.writeString(directory.resolve("yorozu.service"), unit.replace("/usr/bin/yorozu", "/bin/true"));
        assertThat(analyze("--man=no", "verify", file.toString())).isEmpty();
        analyze("--offline=yes", MOST_EXPOSURE, "security", file.toString());
        Files.writeString(file, unit.replace("ExecStart=", "ExecStrat="));
        assertThat(status("--man=no", "verify", file.toString())).isNotZero();
    }

    private static Settings read(Map<String, String> environment) {
        return new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .environment(environment)
                .read();
    }

    /** Those of the program, as units and image files write them. */
    private static Map<String, String> variables(String text) {
        Map<String, String> variables = new LinkedHashMap<>();
        Pattern.compile("(?<=[ =])(YOROZU_[A-Z_]+)=(\\S+)")
                .matcher(text)
                .results()
                .forEach(result -> variables.put(result.group(1), result.group(2)));
        return variables;
    }

    private static Map<?, ?> under(Object map, String name) {
        return (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) map).get(name));
    }

    private static Stream<String> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(result -> result.group(1));
    }

    private String analyze(String... arguments) throws IOException, InterruptedException {
        int status = status(arguments);
        String said = Files.readString(directory.resolve("said.txt"));
        assertThat(status).as(said).isZero();
        return said;
    }

    private int status(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("systemd-analyze", "--no-pager"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said.txt").toFile())
                .start()
                .waitFor();
    }
}
