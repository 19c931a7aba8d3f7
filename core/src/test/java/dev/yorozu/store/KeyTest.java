package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyTest {
    @Test
    void thePartitionIsTheMarkedPartOfTheName() {
        Key key = Key.of("counter:", "example-100680ad", ":total");
        assertThat(key.name()).isEqualTo("counter:example-100680ad:total");
        assertThat(key.partition()).isEqualTo("example-100680ad");
        assertThat(key.clusterName()).isEqualTo("counter:{example-100680ad}:total");
    }

    @Test
    void aKeyMayBeItsOwnPartition() {
        Key key = Key.of("settings");
        assertThat(key.partition()).isEqualTo("settings");
        assertThat(key.clusterName()).isEqualTo("settings");
        assertThat(Key.of("", "settings", "")).isEqualTo(key);
    }

    @Test
    void keysShareAPartitionByItsTextAlone() {
        Key key = Key.of("a:", "x", ":1");
        assertThat(key.samePartition(Key.of("another:", "x", ""))).isTrue();
        assertThat(key.samePartition(Key.of("x"))).isTrue();
        assertThat(key.samePartition(Key.of("a:", "X", ":1"))).isFalse();
        assertThat(key.samePartition(Key.of("a:", "xx", ":1"))).isFalse();
        assertThat(key.samePartition(Key.of("a:x:1"))).isFalse();
    }

    @Test
    void anUnpairedBraceOfAForeignKeyIsRefused() {
        assertThatThrownBy(() -> Key.ofClusterName("a}b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.ofClusterName("a{b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.ofClusterName("a{}b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.ofClusterName("{a}{b}")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "}", "a{b}c", "\ud83d", "\udd11", "a\ud83d", "\udd11\ud83d", "\ud83db"})
    void bracesAndHalfCharactersAreRefused(String name) {
        assertThat(Key.isName(name)).isFalse();
        assertThatThrownBy(() -> Key.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "日本語", "🔑", "a🔑b", "\0", "*", "(", "a:b"})
    void allOtherTextIsAName(String name) {
        assertThat(Key.isName(name)).isTrue();
        assertThat(new String(Key.of(name).bytes(), StandardCharsets.UTF_8)).isEqualTo(name);
    }

    @Test
    void aPartitionMustLieWithinTheName() {
        assertThatThrownBy(() -> new Key("abc", -1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Key("abc", 0, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Key("abc", 2, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Key("abc", 2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.of("abc", "", "def")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTextFormHidesThePartitionAndAllAfterIt() {
        assertThat(Key.of("sess:", "secret", ":more")).hasToString("sess:…");
    }
}
