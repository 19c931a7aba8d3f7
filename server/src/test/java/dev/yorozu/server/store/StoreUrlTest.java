package dev.yorozu.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {
    @Test
    void readsEveryForm() {
        assertThat(StoreUrl.parse("rocksdb:./data/store")).isEqualTo(new StoreUrl.Rocks(Path.of("./data/store")));
        assertThat(StoreUrl.parse("memory:")).isEqualTo(new StoreUrl.Memory());
        assertThat(StoreUrl.parse("upstash:https://x.upstash.io"))
                .isEqualTo(new StoreUrl.Redis("upstash", "upstash:https://x.upstash.io"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://127.0.0.1:6379/2",
                "rediss://user:pa:ss@cache.example.com:6380?timeout=2s",
                "redis-sentinel://:secret@a:26379,b:26379/0#main",
                "redis-cluster://10.0.0.1:7000,10.0.0.2:7000",
                "redis://:un/encoded@localhost:6379/1",
                "redis://[::1]:6379"
            })
    void takesRedisUrlsAsTheyAre(String url) {
        assertThat(StoreUrl.parse(url)).isEqualTo(new StoreUrl.Redis(url.substring(0, url.indexOf(':')), url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data",
                "mysql://:hunter2@localhost",
                "redis:hunter2",
                "redis://",
                "redis://:hunter2@",
                "rocksdb:",
                "memory:hunter2",
                "upstash:hunter2"
            })
    void refusesAllElseInOneSentenceThatShowsNoSecret(String url) {
        assertThatThrownBy(() -> StoreUrl.parse(url))
                .isInstanceOf(StoreUrl.Unknown.class)
                .hasMessageStartingWith("The store URL ")
                .hasMessageEndingWith(": allowed are " + StoreUrl.FORMS + ".")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void theTextFormHidesPasswords() {
        assertThat(StoreUrl.parse("redis://user:hunter2@localhost:6379/1?password=hunter2"))
                .hasToString("redis://…@localhost:6379/1?…");
        assertThat(StoreUrl.parse("upstash:https://:hunter2@x.upstash.io"))
                .hasToString("upstash:https://…@x.upstash.io");
    }
}
