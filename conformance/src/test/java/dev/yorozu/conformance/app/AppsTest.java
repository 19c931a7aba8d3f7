package dev.yorozu.conformance.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.app.Apps;
import dev.yorozu.app.Apps.Creation;
import dev.yorozu.app.LimitRule;
import dev.yorozu.app.RankingRule;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.limit.FailMode;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Apps: made once, changed, and deleted with all that they keep. */
@OnEveryStore
final class AppsTest extends Suite {
    private static final int THREADS = 8;

    private final String name = "app-" + RandomTokens.secure().hex(4);

    private Apps apps() {
        return new Apps(store(), Keyspace.schema(), clock());
    }

    private static AppSettings settings(String json) {
        return AppSettingsFormat.read(Document.parse(json).orElseThrow());
    }

    @Test
    void ofAllWhoMakeTheSameNameOneDoes() throws Exception {
        List<Creation> made = Race.run(THREADS, () -> apps().create(name, AppSettings.STANDARD));

        assertThat(made).filteredOn(Creation.Created.class::isInstance).hasSize(1);
        assertThat(made).filteredOn(Creation.NameTaken.class::isInstance).hasSize(THREADS - 1);
        assertThat(apps().list()).extracting(App::name).contains(name);
    }

    @Test
    void settingsAreKeptAsTheyWereGiven() {
        AppSettings given = settings("""
                {"sessions": {"life": 3600, "max_per_user": 3, "at_cap": "refuse", "touch_every": 10},
                 "limits": {"login": {"kind": "sliding", "limit": 5, "window": 60, "fails": "closed"}},
                 "rankings": {"laps": {"order": "low", "max_entries": 10, "best_only": false}},
                 "counters": {"durable": false}, "likes": {"max_per_id": 5}, "boards": {"max_messages": 7},
                 "limit_bounds": {"most": 100, "longest": 60}, "quota": {"keys": 1000, "bytes": 0}}
                """);
        apps().create(name, AppSettings.STANDARD);

        assertThat(apps().change(name, given)).isPresent();
        assertThat(apps().find(name).orElseThrow().settings()).isEqualTo(given);
        assertThat(given.sessions().life()).isEqualTo(Duration.ofHours(1));
        assertThat(given.limits())
                .containsEntry(
                        "login", new LimitRule(LimitRule.Kind.SLIDING, 5, Duration.ofMinutes(1), FailMode.CLOSED));
        assertThat(given.community().ranking("laps")).isEqualTo(new RankingRule(Order.RISING, 10, false));
        assertThat(given.community().ranking("other")).isEqualTo(RankingRule.STANDARD);
        assertThat(apps().change(name + "-none", given)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"session\": {}}",
                "{\"sessions\": 3}",
                "{\"sessions\": {\"life\": -1}}",
                "{\"sessions\": {\"life\": 0}}",
                "{\"sessions\": {\"life\": \"30d\"}}",
                "{\"sessions\": {\"max_per_user\": 1000000000000}}",
                "{\"sessions\": {\"at_cap\": \"maybe\"}}",
                "{\"limits\": {\"a b\": {\"limit\": 1, \"window\": 1}}}",
                "{\"limits\": {\"a\": {\"limit\": 0, \"window\": 1}}}",
                "{\"limits\": {\"a\": {\"limit\": 1}}}",
                "{\"limits\": {\"a\": {\"kind\": \"token\", \"limit\": 1, \"window\": 1}}}",
                "{\"counters\": {\"durable\": 1}}",
                "{\"counters\": {\"relaxed\": true}}",
                "{\"likes\": {\"max_per_id\": 1000001}}",
                "{\"boards\": {\"max_messages\": 0}}",
                "{\"boards\": {\"most\": 5}}",
                "{\"rankings\": {\"a\": {\"order\": \"best\"}}}",
                "{\"rankings\": {\"a\": {\"max_entries\": 10001}}}",
                "{\"rankings\": {\"a\": {\"best_only\": 1}}}",
                "{\"quota\": {\"keys\": -5}}"
            })
    void whatCannotBeASettingIsSaidToBeNone(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> settings(json));
    }

    @Test
    void aRemovedAppIsGoneAndItsKeysWithIt() {
        apps().create(name, AppSettings.STANDARD);
        Key own = AppKeys.COUNT.key(name, "visits");
        Key others = AppKeys.COUNT.key(name + "-2", "visits");
        for (Key key : List.of(own, others)) {
            store().commit(Batch.builder().put(key, "1", Expiry.never()).build());
        }

        assertThat(apps().remove(name)).isTrue();
        assertThat(apps().remove(name)).isFalse();
        assertThat(apps().find(name)).isEmpty();
        assertThat(apps().create(name, AppSettings.STANDARD)).isInstanceOf(Creation.Remains.class);
        assertThat(apps().deleteKeys(name, done -> {})).isEqualTo(1);
        assertThat(store().get(own)).isEmpty();
        assertThat(store().get(others)).isPresent();
        assertThat(apps().create(name, AppSettings.STANDARD)).isInstanceOf(Creation.Created.class);
    }

    /** A crash can leave keys of a removed app, which must not live again in one that a settings file declares. */
    @Test
    void aDeclaredAppHasNothingOfOneThatWasRemoved() {
        Key left = AppKeys.COUNT.key(name, "visits");
        apps().create(name, AppSettings.STANDARD);
        store().commit(Batch.builder().put(left, "1", Expiry.never()).build());
        apps().remove(name);

        assertThat(apps().declare(Map.of(name, AppSettings.STANDARD))).isEmpty();

        assertThat(apps().find(name).filter(App::declared)).isPresent();
        assertThat(store().get(left)).isEmpty();
    }

    @Test
    void anAppThatIsTakenBackLeavesItsNameFree() {
        apps().create(name, AppSettings.STANDARD);
        apps().takeBack(name);

        assertThat(apps().find(name)).isEmpty();
        assertThat(apps().create(name, AppSettings.STANDARD)).isInstanceOf(Creation.Created.class);
    }
}
