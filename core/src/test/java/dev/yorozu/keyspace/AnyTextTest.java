package dev.yorozu.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The one rule by which any text becomes a part of a key. */
class AnyTextTest {
    private static final Part ID = Part.of("id", Alphabet.WORD, 1, 64).ofAnyText();
    private static final KeyPattern LIMIT = new KeyTable("test")
            .key(Category.OTHER, "limit:{id}:more", ID)
            .partition("id")
            .holds("a count");

    static List<String> strange() {
        return List.of(
                "",
                " ",
                "hanako@example.com",
                "2001:db8::1",
                "花子",
                "😀",
                "{a}",
                "}",
                "a:b",
                "a/b",
                "a\nb",
                "\0",
                "?",
                "\uFFFD",
                "\uD800",
                "\uDC00",
                "\uDC00\uD800",
                "a".repeat(65),
                "a".repeat(1 << 20),
                "花".repeat(1 << 20),
                "=",
                digest(""),
                digest("hanako@example.com"),
                digest(digest("hanako@example.com")));
    }

    private static String digest(String text) {
        return "=" + Digests.base64url(text);
    }

    @ParameterizedTest
    @MethodSource("strange")
    void whatDoesNotFitIsDigested(String id) {
        Key key = LIMIT.key(id);
        assertThat(key.name()).matches("limit:=[0-9A-Za-z_-]{43}:more");
        assertThat(key.partition()).hasSize(44);
        assertThat(ID.accepts(id)).isTrue();
    }

    @Test
    void theDigestIsThatOfTheUtf8Form() {
        assertThat(LIMIT.key("hanako@example.com").name()).isEqualTo("limit:" + digest("hanako@example.com") + ":more");
        assertThat(LIMIT.key("花子😀").name()).isEqualTo("limit:" + digest("花子😀") + ":more");
        assertThat(LIMIT.key("").name()).isEqualTo("limit:=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU:more");
    }

    @Test
    void whatFitsStandsAsItIs() {
        for (String id : List.of("a", "A.b_c-%3A", "203.0.113.9", "42", "a".repeat(64), Digests.base64url("x"))) {
            assertThat(LIMIT.key(id).name()).isEqualTo("limit:" + id + ":more");
        }
    }

    @Test
    void noTwoIdsShareAKey() {
        Map<String, String> ids = new HashMap<>();
        strange().forEach(id -> assertThat(ids.put(LIMIT.key(id).name(), id)).isNull());
        Random random = new Random(20261117);
        for (int i = 0; i < 20_000; i++) {
            String id = random.ints(random.nextInt(4), 0, 8)
                    .mapToObj(n -> List.of("a", "=", ":", "\uD83D", "\uDE00", "?", "花", "\uFFFD")
                            .get(n))
                    .reduce("", String::concat);
            String other = ids.put(LIMIT.key(id).name(), id);
            assertThat(other == null || other.equals(id)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("strange")
    void theNameLeadsBackToTheSameKey(String id) {
        Key key = LIMIT.key(id);
        assertThat(LIMIT.named(key.name())).contains(key);
        assertThat(Schema.of(List.of(LIMIT)).key(key.name())).isEqualTo(key);
        assertThat(LIMIT.match(key.name())).contains(List.of(key.partition()));
    }

    @Test
    void nothingElseThatBeginsLikeADigestIsAName() {
        assertThat(LIMIT.match("limit:=:more")).isEmpty();
        assertThat(LIMIT.match("limit:=abc:more")).isEmpty();
        assertThat(LIMIT.match("limit:" + digest("x") + "y:more")).isEmpty();
        assertThat(LIMIT.match("limit:" + digest("x").replace('=', '~') + ":more"))
                .isEmpty();
    }

    @Test
    void aPartThatCouldNotBeToldFromADigestIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Part.of("id", Alphabet.of("a="), 1, 9).ofAnyText());
        Part digits = Part.of("id", Alphabet.DIGITS, 1, 9).ofAnyText();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyTable("test")
                        .key(Category.OTHER, "a:{id}-b", digits)
                        .holds("the dash can be of a digest"));
    }

    @Test
    void aPatternWithinAnAppMakesTheSameKeys() {
        for (String app : List.of("shop", "お店")) {
            KeyPattern within = AppKeys.SESSION.within(app);
            String sid = "a".repeat(43);
            assertThat(within.key(sid)).isEqualTo(AppKeys.SESSION.key(app, sid));
            assertThat(within.parts()).hasSize(1);
            assertThat(within.category()).isEqualTo(Category.SESSION);
            assertThat(within.redact(within.key(sid).name())).doesNotContain(sid);
            assertThat(Keyspace.schema().match(within.key(sid).name())).contains(AppKeys.SESSION);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> LIMIT.within("the partition itself"));
    }
}
