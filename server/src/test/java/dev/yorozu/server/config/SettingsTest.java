package dev.yorozu.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.log.LogSettings;
import dev.yorozu.store.backend.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static Settings environment(Map<String, String> environment) {
        return reader().environment(environment).read();
    }

    private static SettingsReader reader() {
        return new SettingsReader(StandardSettings.schema());
    }

    @Test
    void everySettingHasItsDefault() {
        Settings settings = reader().read();

        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("127.0.0.1");
        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(8080);
        assertThat(settings.value(ServerSettings.MAX_BODY_BYTES)).isEqualTo(1 << 20);
        assertThat(settings.value(StoreSettings.DATA)).isEqualTo(Path.of("./data"));
        assertThat(settings.value(StoreSettings.URL)).isEqualTo("rocksdb:./data/store");
        assertThat(settings.value(StoreSettings.TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
        assertThat(StoreSettings.limits(settings)).isEqualTo(Limits.DEFAULT);
        assertThat(settings.find(AdminSettings.TOKEN)).isEmpty();
        assertThat(settings.isGiven(ServerSettings.PORT)).isFalse();
    }

    @Test
    void theStoreLiesInTheDataDirectory() {
        assertThat(reader().flag("data", "--data", "/var/lib/yorozu").read().value(StoreSettings.URL))
                .isEqualTo("rocksdb:/var/lib/yorozu/store");
    }

    @ParameterizedTest
    @CsvSource({
        "REDIS_URL, redis://h:1, redis://h:1",
        "YOROZU_STORE, memory:, memory:",
        "YOROZU_STORE_URL, memory:, memory:",
        "KV_REST_API_URL, https://x.test, upstash:https://x.test"
    })
    void theVariablesOfHostingServicesNameTheStore(String variable, String value, String url) {
        assertThat(environment(Map.of(variable, value)).value(StoreSettings.URL))
                .isEqualTo(url);
    }

    @Test
    void ourOwnVariableIsStrongerThanThoseOfHostingServices() {
        Settings settings = environment(Map.of(
                "YOROZU_STORE",
                "memory:",
                "REDIS_URL",
                "redis://h",
                "KV_REST_API_URL",
                "https://x",
                "KV_REST_API_TOKEN",
                "t"));

        assertThat(settings.value(StoreSettings.URL)).isEqualTo("memory:");
        assertThat(settings.find(StoreSettings.TOKEN)).contains("t");
    }

    @Test
    void anEmptyVariableIsNoVariable() {
        assertThat(environment(Map.of("REDIS_URL", "", "YOROZU_SERVER_PORT", ""))
                        .value(ServerSettings.PORT))
                .isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server.port | 70000 | Setting server.port from --x is \"70000\", but must be a whole number from 0 to 65535.",
                "server.port | eighty | Setting server.port from --x is \"eighty\", but must be a whole number from 0 to 65535.",
                "store.timeout | 2 | Setting store.timeout from --x is \"2\", but must be a duration from 50ms to 5m.",
                "store.timeout | 9d | Setting store.timeout from --x is \"9d\", but must be a duration from 50ms to 5m.",
                "server.maxBodyBytes | 1mb | Setting server.maxBodyBytes from --x is \"1mb\", but must be a size from 1KiB to 1GiB.",
                "store.timeout | 30s1m | Setting store.timeout from --x is \"30s1m\", but must be a duration from 50ms to 5m.",
                "store.timeout | 1m30 | Setting store.timeout from --x is \"1m30\", but must be a duration from 50ms to 5m.",
                "store.timeout | 999999999999w | Setting store.timeout from --x is \"999999999999w\", but must be a duration from 50ms to 5m.",
                "log.format | xml | Setting log.format from --x is \"xml\", but must be one of json, text.",
                "log.access | maybe | Setting log.access from --x is \"maybe\", but must be on or off.",
                "admin.token | short | Setting admin.token from --x must be at least 16 characters without spaces.",
                "server.prot | 1 | Unknown setting server.prot from --x: did you mean server.port?",
                "Server.Port | 1 | Unknown setting Server.Port from --x: did you mean server.port?",
                "zzz | 1 | Unknown setting zzz from --x: see docs/settings.md for all there are."
            })
    void whatIsWrongIsToldInOneSentence(String name, String value, String sentence) {
        assertThatThrownBy(() -> reader().flag(name, "--x", value).read())
                .isInstanceOf(SettingsException.class)
                .hasMessage(sentence);
    }

    @Test
    void aMistypedVariableIsRefused() {
        assertThatThrownBy(() -> environment(Map.of("YOROZU_ADMIN_TOKN", "x")))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "Unknown variable YOROZU_ADMIN_TOKN from the environment: did you mean YOROZU_ADMIN_TOKEN?");
    }

    @ParameterizedTest
    @CsvSource({
        "YOROZU_PORT, YOROZU_SERVER_PORT",
        "YOROZU_TOKEN, YOROZU_ADMIN_TOKEN or YOROZU_STORE_TOKEN",
        "yorozu_server_port, YOROZU_SERVER_PORT",
        "YOROZU_SERVERPORT, YOROZU_SERVER_PORT",
        "YOROZU_JAVA_OPTS, YOROZU_JAVA_OPTIONS",
        "YOROZU_SYSTEMS_DISCORD_CLIENTID, YOROZU_SYSTEMS_DISCORD_CLIENT_ID"
    })
    void theVariableThatWasMeantIsNamed(String variable, String meant) {
        assertThatThrownBy(() -> environment(Map.of(variable, "x")))
                .hasMessage("Unknown variable " + variable + " from the environment: did you mean " + meant + "?");
    }

    @Test
    void theVariablesOfTheLauncherAndOfCommandsAreNoSettings() {
        Map<String, String> variables =
                Map.of("YOROZU_JAVA_OPTIONS", "-Xmx64m", "YOROZU_BACKUP_PASSPHRASE", "p", "YOROZU_IMPORT_SECRET", "s");

        assertThat(environment(variables).value(ServerSettings.PORT)).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource({
        "1MB, 1000000",
        "1MiB, 1048576",
        "64kB, 64000",
        "64KB, 64000",
        "64KiB, 65536",
        "4096, 4096",
        "2 MiB, 2097152"
    })
    void sizesCountInThousandsOrInPowersOfTwo(String written, int bytes) {
        assertThat(reader().flag("server.maxBodyBytes", "--x", written).read().value(ServerSettings.MAX_BODY_BYTES))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"1m30s, 90", "2w, 1209600", "1w 2d, 777600", "1h30m15s, 5415", "90s, 90"})
    void durationsMayHaveSeveralParts(String written, long seconds) {
        assertThat(Units.parseDuration(written)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"yes, true", "no, false", "on, true", "off, false", "True, true", "FALSE, false"})
    void onAndOffHaveTheWordsOfYaml(String written, boolean on) {
        assertThat(reader().flag("log.access", "--x", written).read().value(LogSettings.ACCESS))
                .isEqualTo(on);
    }

    @Test
    void aWrongValueIsRefusedAlsoWhereAStrongerOneIsRight() {
        assertThatThrownBy(() -> reader().environment(Map.of("YOROZU_SERVER_PORT", "x"))
                        .flag("server.port", "--port", "1")
                        .read())
                .hasMessageStartingWith("Setting server.port from the variable YOROZU_SERVER_PORT is \"x\"");
    }

    @Test
    void aPasswordInAStoreUrlIsNotRepeated() {
        Setting<Integer> strict = new Setting<>(
                "strict",
                SettingType.number(0, 1),
                settings -> Optional.empty(),
                "",
                List.of(),
                "",
                StoreSettings.URL.secret());
        SettingsGroup group = new SettingsGroup("Test");
        group.with(strict);
        SettingsSchema schema = SettingsSchema.of(group);

        assertThatThrownBy(() -> new SettingsReader(schema)
                        .flag("strict", "--strict", "redis://u:PASSWORD@h")
                        .read())
                .hasMessage("Setting strict from --strict must be a whole number from 0 to 1.");
    }

    @Test
    void aSystemBringsItsOwnSettings() {
        Setting<Boolean> enabled = Setting.of("shop.openOnSundays", SettingType.onOff(), "off", "Whether it is open.");
        SettingsGroup shop = new SettingsGroup("Shop");
        shop.with(enabled);
        SettingsSchema schema = SettingsSchema.of(ServerSettings.GROUP, shop);

        assertThat(new SettingsReader(schema)
                        .environment(Map.of("YOROZU_SHOP_OPEN_ON_SUNDAYS", "on"))
                        .read()
                        .value(enabled))
                .isTrue();
    }
}
