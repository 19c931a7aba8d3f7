package dev.yorozu.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.RandomTokens;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "Hanako.Yamada", "user_1-x", "42nd", "a1"})
    void loginIdsAreWords(String text) {
        assertThat(Field.LOGIN_ID.accepts(text)).isTrue();
        assertThat(Identifier.isEmail(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a@b",
                "a@b.example",
                ".a",
                "42",
                "0",
                "é",
                "ｆｕｌｌ",
                "a\0",
                "a/b",
                "a:b",
                "0b5f6a1e-0000-4000-8000-00000000000a"
            })
    void noLoginIdLooksLikeAnotherKindOfName(String text) {
        assertThat(Field.LOGIN_ID.accepts(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a@b", "A.B+c@Example.co.jp", "..x..@docomo.ne.jp", "o'neil@x-y.example"})
    void addressesAreTaken(String text) {
        assertThat(Field.EMAIL.accepts(text)).isTrue();
        assertThat(Identifier.isLoginId(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c", "a@-b", "a@b..c", "a@b\n", "é@b", "a@b."})
    void whatIsNoAddressIsNot(String text) {
        assertThat(Field.EMAIL.accepts(text)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Field.class)
    void everyTextIsBoundedAndPlain(Field field) {
        assertThat(field.accepts("a".repeat(field.longest() + 1))).isFalse();
        assertThat(field.accepts("a".repeat(1_000_000))).isFalse();
        for (String hostile : new String[] {"a\0b", "a\nb", "a\u007f", "a\ud800", "a\u2028b"}) {
            assertThat(field.accepts(hostile)).isFalse();
        }
    }

    @Test
    void charactersAreCountedAsPeopleDo() {
        assertThat(Field.USERNAME.accepts("\uD842\uDFB7".repeat(100))).isTrue();
        assertThat(Field.USERNAME.accepts("\uD842\uDFB7".repeat(101))).isFalse();
        assertThat(Field.USERNAME.checked("e\u0301")).isEqualTo("é");
        assertThat(Field.USERNAME.accepts(" \u3000")).isFalse();
        assertThat(Field.USERNAME.accepts("\u200B\u3164\u2060")).isFalse();
        assertThat(Field.USERNAME.accepts("\uD83D\uDC68\u200D\uD83D\uDC67")).isTrue();
    }

    @Test
    void whatIsRefusedIsNotRepeated() {
        assertThatThrownBy(() -> new NewAccount("a b", "n", "a@b", "h", Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("This is no valid loginId");
    }

    @Test
    void anAccountKnownByItsAddressAloneHasALoginIdToo() {
        NewAccount account = NewAccount.byEmail("Hanako@example.com", "hash", RandomTokens.secure());
        assertThat(account.username()).isEqualTo("Hanako");
        assertThat(Identifier.isLoginId(account.loginId())).isTrue();
        assertThat(account.toString()).doesNotContain("hash", "Hanako");
    }
}
