package dev.yorozu.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.keyspace.Keyspace;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RightsTest {
    private static Rights to(String... patterns) {
        return new Rights(List.of(patterns), Set.of(Permission.values()));
    }

    private static boolean reaches(Rights rights, String name) {
        return rights.reaches(Keyspace.schema(), name);
    }

    @Test
    void aKeyIsReachedByAnyOfThePatterns() {
        Rights rights = to("sess:*", "counter:*:total");

        assertThat(reaches(rights, "sess:1")).isTrue();
        assertThat(reaches(rights, "counter:a-12345678:total")).isTrue();
        assertThat(reaches(rights, "counter:a-12345678:daily:2026-11-18")).isFalse();
        assertThat(reaches(to(), "sess:1")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yorozu:credentials",
                "yorozu:credentials:shop",
                "yorozu:recovered",
                "yorozu:lock:x",
                "yorozu:statistics:x",
                "audit:session:2026-11-18"
            })
    void whatOnlyThisProgramWritesMustBeNamed(String name) {
        assertThat(reaches(to("*"), name)).isFalse();
        assertThat(reaches(to("y*", "a*", "?*", "[ay]*"), name)).isFalse();
        assertThat(reaches(to(name), name)).isTrue();
    }

    @Test
    void readOnlyRightsChangeNothing() {
        assertThat(to("*").readOnly().permissions()).containsExactlyInAnyOrder(Permission.READ, Permission.KEYSPACE);
        assertThat(to("*").readOnly().permits(List.of(Permission.WRITE, Permission.KEYSPACE)))
                .isFalse();
    }

    @Test
    void patternsAreBounded() {
        List<String> many = Collections.nCopies(Rights.MOST_PATTERNS + 1, "a");
        assertThatIllegalArgumentException().isThrownBy(() -> new Rights(many, Set.of()));
        for (String pattern : List.of("", "a b", "a\n", "x".repeat(Rights.LONGEST_PATTERN + 1))) {
            assertThatIllegalArgumentException().isThrownBy(() -> to(pattern));
        }
    }
}
