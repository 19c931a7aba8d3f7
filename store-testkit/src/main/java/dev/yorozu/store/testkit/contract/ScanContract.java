package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class ScanContract extends ContractFixture {
    private String own(String suffix) {
        return key(suffix).name();
    }

    private void put(String... suffixes) {
        for (String suffix : suffixes) {
            apply(b -> b.put(key(suffix), "x", NEVER));
        }
    }

    @Test
    void onlyKeysWithThePrefixAreShown() {
        put("a", "ab", "b", "ba");
        assertThat(names(own("a"), 10)).containsExactlyInAnyOrder(own("a"), own("ab"));
        assertThat(names(own("b"), 10)).containsExactlyInAnyOrder(own("b"), own("ba"));
        assertThat(names(own("c"), 10)).isEmpty();
        assertThat(names(own(""), 10)).hasSize(4);
    }

    @Test
    void keysOfEveryTypeAreShown() {
        for (ValueType type : ValueType.values()) {
            apply(b -> Samples.create(b, key("typed-" + type), type));
        }
        assertThat(names(own("typed-"), 2)).hasSize(ValueType.values().length);
    }

    @Test
    void thePrefixMayEndAnywhereInTheKey() {
        put("suffix");
        String name = own("suffix");
        for (int end = "test:".length() + 6; end <= name.length(); end++) {
            assertThat(names(name.substring(0, end), 1000))
                    .as("prefix of length %s", end)
                    .contains(name);
        }
        assertThat(names(name + "x", 1000)).isEmpty();
        assertThat(names("test:x" + partition(), 1000)).isEmpty();
    }

    @Test
    void theEmptyPrefixShowsAllKeys() {
        put("one");
        assertThat(names("", 1000)).contains(own("one"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1000})
    void pagesTogetherShowEveryKey(int limit) {
        String[] suffixes = IntStream.range(0, 60).mapToObj(i -> "page-" + i).toArray(String[]::new);
        put(suffixes);
        Set<String> expected = new HashSet<>();
        for (String suffix : suffixes) {
            expected.add(own(suffix));
        }
        assertThat(names(own("page-"), limit)).isEqualTo(expected);
    }

    @Test
    void aShownKeyCanBeReadAndDeleted() {
        put("readable");
        Key shown = walk(own("readable"), 10).getFirst();
        assertThat(store().get(shown)).hasValue(bytes("x"));
        assertThat(apply(b -> b.delete(shown)).flag(0)).isTrue();
        assertAbsent(key("readable"));
    }

    @Test
    void endedAndDeletedKeysAreNotShown() {
        Duration life = Duration.ofMillis(60);
        put("gone-deleted", "gone-not");
        apply(b -> b.put(key("gone-ended"), "x", Expiry.after(life)));
        apply(b -> b.delete(key("gone-deleted")));
        outlive(key("gone-ended"), life);
        apply(b -> b.put(key("gone-unseen"), "x", Expiry.after(life)));
        if (clock().isPresent()) {
            clock().get().advance(life);
            assertThat(names(own("gone-"), 10)).containsExactly(own("gone-not"));
        } else {
            Poll.until(
                    "the walk no longer shows the ended key",
                    () -> names(own("gone-"), 10).equals(Set.of(own("gone-not"))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*", "?", "[", "]", "[a]", "[^a]", "[a-z]", "\\", "\\*", "^", "-", "a*", "a?", "a\\", "**", "日本", "🔑",
                "é"
            })
    void specialCharactersInThePrefixStandForThemselves(String special) {
        put("glob-" + special + "-end", "glob-" + special, "glob-a-end", "glob-abc", "glob-b", "glob-");
        Set<String> expected = new HashSet<>(Set.of(own("glob-" + special + "-end"), own("glob-" + special)));
        for (String other : List.of("glob-a-end", "glob-abc", "glob-b", "glob-")) {
            if (other.startsWith("glob-" + special)) {
                expected.add(own(other));
            }
        }
        assertThat(names(own("glob-" + special), 10)).isEqualTo(expected);
    }

    @Test
    void bracesInAPrefixMatchNothing() {
        put("braced");
        assertThat(names("test:{" + partition(), 1000)).isEmpty();
        assertThat(names("test:" + partition() + "}", 1000)).isEmpty();
    }

    @Test
    void keysThatStayAreShownAlthoughOthersComeAndGo() {
        String[] staying =
                IntStream.range(0, 40).mapToObj(i -> "walk-stay-" + i).toArray(String[]::new);
        put(staying);
        Set<String> seen = new HashSet<>();
        Scan scan = Scan.of(own("walk-"), 5);
        for (int i = 0; i < MOST_PAGES; i++) {
            Scan.Page page = store().scan(scan);
            page.keys().forEach(key -> seen.add(key.name()));
            if (page.last()) {
                break;
            }
            int step = i % 50;
            apply(b -> b.put(key("walk-new-" + step), "x", NEVER).delete(key("walk-new-" + (step - 1))));
            scan = scan.from(page.next());
        }
        assertThat(seen)
                .contains(IntStream.range(0, 40)
                        .mapToObj(i -> own("walk-stay-" + i))
                        .toArray(String[]::new));
    }

    @Test
    void keysThatAreTheirOwnPartitionAreShown() {
        Key whole = Key.of("whole:" + partition());
        apply(b -> b.put(whole, "x", NEVER));
        assertThat(names("whole:" + partition(), 10)).containsExactly(whole.name());
    }
}
