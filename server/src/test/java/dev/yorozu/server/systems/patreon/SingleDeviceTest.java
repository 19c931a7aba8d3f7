package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of many devices that one user signs in on at once, one is signed in after. */
class SingleDeviceTest {
    private static final int AT_ONCE = 16;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Storage.class)
    void inMemory(Storage storage) throws Exception {
        play(new MemoryStore(InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE), storage);
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void onDisk(Storage storage) throws Exception {
        play(RocksStore.open(directory.resolve(storage.name())), storage);
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void onRedis(Storage storage) throws Exception {
        try (RedisProcess redis = RedisProcess.start()) {
            play(
                    RedisStore.open(
                            RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(20)),
                            Limits.DEFAULT,
                            StoreObserver.NONE),
                    storage);
        }
    }

    @Test
    void whoIsOvertakenIsOutWhateverWasKept() throws Exception {
        try (PatreonSite site = PatreonSite.of(InstantSource.system(), Storage.DOCUMENTED)) {
            String user = site.user(300);
            PatronApp first = site.app(user);
            first.token().isOk();
            first.validate().isOk();
            first.quota(first.access()).isOk();
            PatronApp second = site.app(user);

            isOut(first);
            assertThat(first.validate().text("reason")).isEqualTo("superseded");
            second.validate().isOk();
            second.revoke().isOk();
            assertThat(second.validate().isError(401, "SESSION_INVALID").json().has("reason"))
                    .isFalse();
        }
    }

    private static void play(Store store, Storage storage) throws Exception {
        try (store;
                PatreonSite site = new PatreonSite(store, InstantSource.system(), storage, Map.of())) {
            for (int round = 0; round < Rounds.of(3); round++) {
                round(site, storage);
            }
        }
    }

    private static void round(PatreonSite site, Storage storage) throws Exception {
        String user = site.user(300);
        List<PatronApp> apps =
                IntStream.range(0, AT_ONCE).mapToObj(i -> site.app()).toList();
        Race.run(apps.stream()
                .map(app -> (Callable<Integer>) () -> signInAndLook(app, user))
                .toList());
        List<PatronApp> in = apps.stream().filter(SingleDeviceTest::isIn).toList();

        assertThat(in).hasSize(1);
        Document record = Document.parse(
                        site.store().get(PatreonKeys.USER_TOKEN.key(user)).orElseThrow())
                .orElseThrow();
        String listed = record.texts("sessionTokens").getFirst();
        assertThat(record.texts("sessionTokens")).hasSize(1);
        assertThat(listed.equals(in.getFirst().session())).isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(site.store().get(PatreonKeys.SESSION.key(listed))).isPresent();
        for (PatronApp app : apps) {
            if (app != in.getFirst()) {
                isOut(app);
            }
        }
    }

    /** A look at the session keeps what is known of its user, which must let nobody in later. */
    private static int signInAndLook(PatronApp app, String user) throws Exception {
        app.signIn(user).isOk();
        app.token();
        return app.validate().status();
    }

    private static boolean isIn(PatronApp app) {
        try {
            return app.validate().status() == 200;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void isOut(PatronApp app) throws Exception {
        app.validate().isError(401, "SESSION_INVALID");
        assertThat(app.license().text("error_code")).isEqualTo("SESSION_INVALID");
        app.send("POST", PatronApp.TOKEN, app.session(), "").isError(401, "SESSION_INVALID");
        app.renew().isError(401, "SESSION_INVALID");
        for (String token : Stream.of(app.session(), app.access())
                .filter(each -> !each.isEmpty())
                .toList()) {
            assertThat(app.quota(token).json().get("error").get("code").asString())
                    .isEqualTo("SESSION_INVALID");
        }
        if (!app.refreshToken().isEmpty()) {
            app.refresh(app.refreshToken()).isError(401, "SESSION_EXPIRED");
        }
    }
}
