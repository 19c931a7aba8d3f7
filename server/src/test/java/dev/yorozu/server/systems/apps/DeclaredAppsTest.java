package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.Apps;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Apps that the settings file declares. */
class DeclaredAppsTest {
    private final HeldClock clock = HeldClock.start();
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final Apps apps = new Apps(store, Keyspace.schema(), clock);

    private void start(String declared) {
        try (TestHost host = TestHost.of(
                store,
                Map.of(
                        "systems.apps.declared",
                        declared,
                        "systems.apps.secret",
                        "a secret of at least thirty-two characters"),
                clock)) {
            new AppsSystem().modules(host);
        }
    }

    private App app(String name) {
        return apps.find(name).orElseThrow();
    }

    @Test
    void anAppIsAsTheFileSaysAfterEachStart() {
        start("{\"shop\": {\"sessions\": {\"max_per_user\": 3}}, \"blog\": {}}");
        App made = app("shop");
        assertThat(made.declared()).isTrue();
        assertThat(made.settings().sessions().maxPerUser()).isEqualTo(3);
        assertThat(app("blog").settings()).isEqualTo(AppSettings.STANDARD);

        apps.rotateKey("shop");
        start("{\"shop\": {\"sessions\": {\"max_per_user\": 4}}}");
        assertThat(app("shop").settings().sessions().maxPerUser()).isEqualTo(4);
        assertThat(app("shop").keys()).hasSize(2);
        assertThat(app("shop").made()).isEqualTo(made.made());
        assertThat(app("blog").declared()).isFalse();

        start("{}");
        assertThat(app("shop").declared()).isFalse();
        assertThat(app("shop").settings().sessions().maxPerUser()).isEqualTo(4);
    }

    @Test
    void anAppThatWasMadeBeforeIsTakenOver() {
        apps.create("shop", AppSettings.STANDARD);
        start("{\"shop\": {\"quota\": {\"keys\": 7}}}");
        assertThat(app("shop").declared()).isTrue();
        assertThat(app("shop").settings().quota().keys()).isEqualTo(7);
    }

    @Test
    void aStartSaysWhichIssuerIsNoAddress() {
        String declared = """
                {"shop": {"tokens": {"issuer": "https://auth.example.org/shop"}}, "blog": {},
                 "wiki": {"tokens": {"issuer": "https://auth.example.org/v1/apps/wiki"}}}
                """;
        assertThat(new AppsSystem().notices(TestHost.settings(Map.of("systems.apps.declared", declared))))
                .singleElement()
                .asString()
                .contains("the app shop,", "https://auth.example.org/v1/apps/shop");
    }

    @Test
    void aStartSaysWhichHaveNoRoom() {
        for (int i = 0; i < Apps.MOST; i++) {
            apps.create("app-" + i, AppSettings.STANDARD);
        }
        assertThatThrownBy(() -> start("{\"app-1\": {}, \"shop\": {}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("so that shop of systems.apps.declared cannot be made");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"No name\": {}}|Setting systems.apps.declared, No name: is no name of an app, which is 1 to 32 lower-case"
                        + " letters, digits and dashes.",
                "{\"shop\": 3}|Setting systems.apps.declared, shop: the settings must be an object.",
                "{\"shop\": {\"sessions\": {\"life\": \"30d\"}}}|Setting systems.apps.declared, shop: sessions.life must be a"
                        + " whole number, not below 0.",
                "[]|Setting systems.apps.declared from --systems.apps.declared is \"[]\", but must be apps by their names, each"
                        + " with its settings, in JSON or as a section of the file."
            })
    void whatIsWrongStopsTheStartWithOneSentence(String declared, String sentence) {
        assertThatThrownBy(() -> start(declared))
                .isInstanceOf(SettingsException.class)
                .hasMessage(sentence);
    }
}
