package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class KeyPropertiesTest {
    @Property
    void clusterNamesTranslateBackWithoutLoss(
            @ForAll("texts") String before, @ForAll("names") String partition, @ForAll("texts") String after) {
        Key key = Key.of(before, partition, after);
        assertThat(Key.ofClusterName(key.clusterName())).isEqualTo(key);
        assertThat(key.clusterName().replace("{", "").replace("}", "")).isEqualTo(key.name());
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("a:é鍵*[]\\ \0").ofMaxLength(8);
    }

    @Provide
    Arbitrary<String> names() {
        return texts().filter(text -> !text.isEmpty());
    }
}
