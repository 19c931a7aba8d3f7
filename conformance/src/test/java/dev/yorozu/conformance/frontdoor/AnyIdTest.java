package dev.yorozu.conformance.frontdoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.Yorozu;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names and ids of every piece are any text, and each has a key of its own. */
@OnEveryStore
final class AnyIdTest extends Suite {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<String> IDS = List.of(
            "hanako@example.com",
            "=" + Digests.base64url("hanako@example.com"),
            "2001:db8::1",
            "花子",
            "😀",
            "",
            " ",
            "a:b",
            "{a}",
            "a\n\0",
            "?",
            "\uD800",
            "\uDC00",
            "a".repeat(1 << 20),
            "hanako");

    private Yorozu yorozu() {
        return Yorozu.builder(store()).clock(clock()).open();
    }

    @Test
    void everyIdIsCountedLimitedLockedAndCachedApart() {
        startOver();
        Yorozu yorozu = yorozu();
        var cache = yorozu.cache("profiles", id -> Optional.of(Digests.hex(id) + IDS.indexOf(id)));
        for (String id : IDS) {
            assertThat(yorozu.limits().check("login", id, 1, HOUR).allowed()).isTrue();
            assertThat(yorozu.locks().tryAcquire(id, HOUR)).isPresent();
            assertThat(cache.get(id)).isPresent();
            assertThat(yorozu.counters("pages").add(id)).isEqualTo(1);
            assertThat(yorozu.counters("visits").visit("page", id).counted()).isTrue();
        }
        for (String id : IDS) {
            assertThat(yorozu.limits().check("login", id, 1, HOUR).allowed()).isFalse();
            assertThat(yorozu.locks().tryAcquire(id, HOUR)).isEmpty();
            assertThat(cache.get(id)).contains(Digests.hex(id) + IDS.indexOf(id));
            assertThat(yorozu.counters("visits").visit("page", id).counted()).isFalse();
        }
        assertThat(cache.stats().loads()).isEqualTo(IDS.size());
        assertThat(yorozu.counters("visits").get("page")).isEqualTo(IDS.size());
    }

    @Test
    void everyNameHasKeysOfItsOwnAndAllAreDeclared() {
        startOver();
        Yorozu yorozu = yorozu();
        for (String name : IDS) {
            assertThat(yorozu.counters(name).add("x")).isEqualTo(1);
            assertThat(yorozu.oneTime(name).redeem(yorozu.oneTime(name).issue("p", HOUR)))
                    .contains("p");
            assertThat(yorozu.limits().check(name, "x", 1, HOUR).allowed()).isTrue();
            assertThat(yorozu.cache(name, id -> Optional.of("of " + IDS.indexOf(name)))
                            .get("x"))
                    .contains("of " + IDS.indexOf(name));
        }
        assertThat(keys())
                .hasSizeGreaterThanOrEqualTo(3 * IDS.size())
                .allSatisfy(
                        key -> assertThat(Keyspace.schema().match(key.name())).isPresent());
    }

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        Scan scan = Scan.of("app:", 500);
        Scan.Page page;
        do {
            page = store().scan(scan);
            keys.addAll(page.keys());
            scan = scan.from(page.next());
        } while (!page.last());
        return keys;
    }

    @Test
    void everyMakerHasLinksOfItsOwn() {
        var links = yorozu().links(SealingKey.of(new byte[32]));
        for (String maker : IDS.stream().filter(id -> id.length() < 1000).toList()) {
            var issued = (IssueResult.Issued) links.issue(maker, "https://files.example.com/a", HOUR);
            assertThat(links.list(maker)).hasSize(1);
            assertThat(links.delete(issued.shortToken(), maker + "x")).isInstanceOf(DeleteResult.NotOwner.class);
            assertThat(links.delete(issued.shortToken(), maker)).isInstanceOf(DeleteResult.Deleted.class);
        }
    }
}
