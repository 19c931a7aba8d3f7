package dev.yorozu.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyspaceTest {
    private static final Schema SCHEMA = Keyspace.schema();

    static List<KeyPattern> patterns() {
        return SCHEMA.patterns();
    }

    /** A valid name of the pattern, with its parts at the shortest or the longest. */
    private static String sample(KeyPattern pattern, boolean longest) {
        String[] parts = pattern.parts().stream()
                .map(part -> {
                    int length = longest ? part.maxLength() : part.minLength();
                    Optional<String> choice = part.choices().stream()
                            .filter(text -> text.length() == length)
                            .findFirst();
                    if (choice.isPresent()) {
                        return choice.get();
                    }
                    // A secret part is told from the others by its filler.
                    char filler = (char) (part.secret() ? "a0" : "0a")
                            .chars()
                            .filter(c -> part.alphabet().contains((char) c))
                            .findFirst()
                            .orElseThrow();
                    return String.valueOf(filler).repeat(length);
                })
                .toArray(String[]::new);
        return pattern.key(parts).name();
    }

    private static String partition(KeyPattern pattern, String name) {
        List<String> names = pattern.parts().stream().map(Part::name).toList();
        return pattern.partition()
                .map(part -> pattern.match(name).orElseThrow().get(names.indexOf(part)))
                .orElse(name);
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void everyKindOfKeyHasACategory(KeyPattern pattern) {
        // What lies beside keys of any kind has none of its own.
        assertThat(pattern.category() == Category.OTHER).isEqualTo(pattern == ServerKeys.KV_METADATA);
        assertThat(Category.of(pattern.category().id())).isEqualTo(pattern.category());
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void everyNameLeadsBackToItsOwnPatternOnly(KeyPattern pattern) {
        for (boolean longest : List.of(false, true)) {
            String name = sample(pattern, longest);
            assertThat(SCHEMA.patterns().stream().filter(p -> p.match(name).isPresent()))
                    .containsExactly(pattern);
            assertThat(SCHEMA.key(name).name()).isEqualTo(name);
            assertThat(SCHEMA.key(name).partition()).isEqualTo(partition(pattern, name));
        }
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void everyNameFitsTheStoresLimit(KeyPattern pattern) {
        assertThat(sample(pattern, true).length()).isLessThanOrEqualTo(1024);
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void noListingShowsASecretPart(KeyPattern pattern) {
        String name = sample(pattern, true);
        List<String> values = pattern.match(name).orElseThrow();
        for (int i = 0; i < values.size(); i++) {
            if (pattern.parts().get(i).secret()) {
                assertThat(SCHEMA.redact(name)).doesNotContain(values.get(i));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "sess:{sid} STRING",
                "user:{uid}:sessions SET",
                "usertoken:{patreonUserId} STRING",
                "refresh_user:{userId} SET",
                "counter:{id}:daily:{date} STRING",
                "bbss:index RANK",
                "bbs:{id}:messages LIST",
                "ranking:{id}:scores RANK",
                "user_sessions:{user_id} RANK"
            })
    void theDocumentedTypesAreDeclared(String template, ValueType type) {
        assertThat(SCHEMA.patterns().stream().filter(p -> p.template().equals(template)))
                .singleElement()
                .returns(type, KeyPattern::type);
    }

    @Test
    void keysOfOneServiceShareAPartition() {
        String id = "example-100680ad";
        assertThat(Stream.of("counter:" + id, "counter:" + id + ":total", "counter:" + id + ":daily:2026-11-15")
                        .map(name -> SCHEMA.key(name).partition()))
                .containsOnly(id);
    }

    @Test
    void twoSystemsThatShareAPrefixAreToldApart() {
        assertThat(SCHEMA.match("refresh:0123456789abcdef0123456789abcdef"))
                .hasValueSatisfying(pattern -> assertThat(pattern.owner()).isEqualTo("tokens"));
        assertThat(SCHEMA.match("refresh:01234567-89ab-cdef-0123-456789abcdef"))
                .hasValueSatisfying(pattern -> assertThat(pattern.owner()).isEqualTo("patreon"));
    }

    @Test
    void anUndeclaredNameShowsOnlyItsFirstWord() {
        assertThat(SCHEMA.match("other:secret")).isEmpty();
        assertThat(SCHEMA.redact("other:secret:more")).matches("other:~[0-9a-f]{8}");
        assertThat(SCHEMA.redact("secret")).matches("~[0-9a-f]{8}");
        assertThat(SCHEMA.key("other:x").partition()).isEqualTo("other:x");
    }
}
