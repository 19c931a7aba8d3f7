package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backup of this system: of use to its people after a restore, and, where storage is hardened, to nobody else. */
class BackupSecretsTest {
    private static final String USER = "80351110224678912";
    private static final InstantSource CLOCK = InstantSource.system();

    @ParameterizedTest
    @EnumSource(Storage.class)
    void aBackupRestoresSessionsAndLinksAndHidesSecretsWhereHardened(Storage storage) throws Exception {
        MemoryStore store = new MemoryStore();
        List<String> secrets = new ArrayList<>();
        String sid;
        String shortToken;
        byte[] backup;
        try (TestSite site = new TestSite(store, CLOCK, storage, Map.of())) {
            Browser browser = site.browser();
            secrets.add(browser.start(""));
            sid = browser.signIn(USER);
            shortToken = share(browser);
            secrets.addAll(List.of(sid, shortToken));
            secrets.addAll(site.discord().issued());
            backup = SampleStore.backup(store, CLOCK);
        }
        String text = new String(backup, StandardCharsets.ISO_8859_1);
        for (String secret : secrets) {
            assertThat(text.contains(secret)).isEqualTo(storage == Storage.DOCUMENTED);
        }
        MemoryStore restored = new MemoryStore();
        SampleStore.restore(restored, backup, Limits.DEFAULT, CLOCK);
        try (TestSite site = new TestSite(restored, CLOCK, storage, Map.of())) {
            assertThat(site.browser().with("sid", sid).me().status()).isEqualTo(200);
            assertThat(site.browser()
                            .get(Browser.API + "/receive/resolve?t=" + shortToken)
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String share(Browser browser) throws Exception {
        Document link = browser.post(
                        Browser.API + "/receive/token",
                        "{\"csrf\":\"" + browser.csrf() + "\",\"url\":\"https://a.blob.vercel-storage.com/f\"}")
                .json();
        return link.text("shortToken").orElseThrow();
    }
}
