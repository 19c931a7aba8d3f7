package dev.yorozu.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.store.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPatternTest {
    private static final Part ID = Part.of("id", Alphabet.LABEL, 1, 20);
    private static final KeyPattern DAILY = new KeyTable("test")
            .key(Category.OTHER, "counter:{id}:daily:{date}", ID, Part.of("date", Alphabet.of("0-9-"), 10))
            .partition("id")
            .holds("visits");

    @Test
    void makesTheDocumentedNameAndItsPartition() {
        Key key = DAILY.key("example-100680ad", "2026-11-15");
        assertThat(key.name()).isEqualTo("counter:example-100680ad:daily:2026-11-15");
        assertThat(key.partition()).isEqualTo("example-100680ad");
        assertThat(key.clusterName()).isEqualTo("counter:{example-100680ad}:daily:2026-11-15");
    }

    @Test
    void theFirstPartIsThePartitionUnlessAnotherIsNamed() {
        KeyTable table = new KeyTable("test");
        Part other = Part.of("other", Alphabet.LABEL, 1, 20);
        KeyPattern usual =
                table.key(Category.OTHER, "a:{id}:{other}", ID, other).holds("usual");
        KeyPattern named = table.key(Category.OTHER, "b:{id}:{other}", ID, other)
                .partition("other")
                .holdsSecret("named");
        KeyPattern whole = table.key(Category.OTHER, "{id}", ID).holds("nothing but a part");
        assertThat(usual.partition()).contains("id");
        assertThat(named.partition()).contains("other");
        assertThat(named.key("one", "two").clusterName()).isEqualTo("b:one:{two}");
        assertThat(whole.partition()).isEmpty();
        assertThat(whole.key("one").clusterName()).isEqualTo("one");
        assertThat(table.patterns()).containsExactly(usual, named, whole);
    }

    @Test
    void readsTheNameBack() {
        assertThat(DAILY.match("counter:a-1:daily:2026-11-15")).contains(List.of("a-1", "2026-11-15"));
        assertThat(DAILY.match("counter:a-1:daily:2026-11-1")).isEmpty();
        assertThat(DAILY.match("counter:a-1:daily:2026-11-15:more")).isEmpty();
        assertThat(DAILY.match("counter::daily:2026-11-15")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a:b", "a*", "a\n", "a\0", "a b", "a/b", "{a}", "é", "A", "aaaaaaaaaaaaaaaaaaaaa"})
    void refusesPartsThatAreNotDeclared(String part) {
        assertThat(DAILY.find(part, "2026-11-15")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> DAILY.key(part, "2026-11-15"));
    }

    @Test
    void theFaultDoesNotShowTheRefusedPart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DAILY.key("se:cret", "2026-11-15"))
                .withMessageNotContaining("cret")
                .withMessageContaining("counter:{id}:daily:{date}");
    }

    @Test
    void hidesSecretPartsButTellsThemApart() {
        KeyPattern session = new KeyTable("test")
                .key(
                        Category.OTHER,
                        "sess:{sid}",
                        Part.of("sid", Alphabet.HEX, 1, 64).asSecret())
                .holds("a session");
        String one = session.redact("sess:" + "0123456789abcdef".repeat(4));
        String other = session.redact("sess:" + "1123456789abcdef".repeat(4));
        assertThat(one).matches("sess:~[0-9a-f]{8}").isNotEqualTo(other);
    }

    @Test
    void refusesADeclarationThatCanBeReadInTwoWays() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new KeyTable("test").key(Category.OTHER, "{id}-x", ID).holds("the dash is of the alphabet"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a{id}{id}", ID, ID)
                        .holds("two parts side by side"));
    }

    @Test
    void refusesADeclarationThatDoesNotFitItsParts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a:{other}", ID)
                        .holds("no such part"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a:{id}:{more}", ID)
                        .holds("one part too many"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a:{id}", ID)
                        .partition("more")
                        .holds("no such partition"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:", "/", "a{", " ", "\n", "é"})
    void noAlphabetHoldsWhatSeparatesParts(String ranges) {
        assertThatIllegalArgumentException().isThrownBy(() -> Alphabet.of(ranges));
    }

    @Test
    void aDeclaredListAcceptsNothingBesideIt() {
        assertThat(UserKeys.RATE.key("u", "/api/profiles", "2025093010").name())
                .isEqualTo("rate:u:/api/profiles:2025093010");
        assertThat(UserKeys.RATE.find("u", "/api/profile", "2025093010")).isEmpty();
        assertThat(UserKeys.RATE.find("u", "/api/profiles/", "2025093010")).isEmpty();
        assertThat(UserKeys.RATE.match("rate:u:/api/documents:2025093010")).isEmpty();
        assertThat(UserKeys.RATE.match("rate:u:/auth/login:2025093010"))
                .contains(List.of("u", "/auth/login", "2025093010"));
    }

    @Test
    void aPartOfAnyCharactersStandsAtTheEndAlone() {
        assertThat(ServerKeys.KV_METADATA.match("yorozu:kv_metadata:" + "0".repeat(40) + ":a b:c/é"))
                .contains(List.of("0".repeat(40), "a b:c/é"));
        assertThat(ServerKeys.KV_METADATA.match("yorozu:kv_metadata:" + "0".repeat(40) + ":a{b}"))
                .isEmpty();
        Part any = Part.of("any", Alphabet.ANY, 1, 9);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a:{any}:b", any)
                        .holds("nothing"));
    }
}
