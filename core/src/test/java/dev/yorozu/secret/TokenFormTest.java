package dev.yorozu.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenFormTest {
    private static final RandomTokens RANDOM = RandomTokens.secure();

    private static List<TokenForm> forms() {
        return List.of(TokenForm.HEX, TokenForm.LONG_HEX, TokenForm.UUID);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void tokensAndDigestsHaveTheFormAndNoOther(TokenForm form) {
        for (int i = 0; i < 100; i++) {
            String token = form.next(RANDOM);
            String digest = form.keyPart(token, Storage.HARDENED);
            assertThat(digest)
                    .hasSameSizeAs(token)
                    .isNotEqualTo(token)
                    .isEqualTo(form.keyPart(token, Storage.HARDENED));
            for (TokenForm other : forms()) {
                assertThat(other.accepts(token)).isEqualTo(other == form);
                assertThat(other.accepts(digest)).isEqualTo(other == form);
            }
        }
    }

    @Test
    void aUuidSaysThatItIsRandom() {
        for (int i = 0; i < 100; i++) {
            String token = TokenForm.UUID.next(RANDOM);
            java.util.UUID read = java.util.UUID.fromString(token);
            assertThat(read.version()).isEqualTo(4);
            assertThat(read.variant()).isEqualTo(2);
            assertThat(read).hasToString(token);
        }
    }

    @Test
    void theDigestIsThatOfSha256() {
        String digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assertThat(TokenForm.LONG_HEX.keyPart("abc", Storage.HARDENED)).isEqualTo(digest);
        assertThat(TokenForm.HEX.keyPart("abc", Storage.HARDENED)).isEqualTo(digest.substring(0, 32));
        assertThat(TokenForm.UUID.keyPart("abc", Storage.HARDENED)).isEqualTo("ba7816bf-8f01-cfea-4141-40de5dae2223");
    }

    @Test
    void nothingElseIsAccepted() {
        String hex = "0123456789abcdef";
        String uuid = "0f9619ff-8b86-4d01-b42d-00cf4fc964ff";
        for (String text : List.of(
                "",
                hex,
                hex.repeat(2) + "0",
                hex.repeat(4).substring(1),
                "A" + hex.repeat(2).substring(1),
                "G" + hex.repeat(4).substring(1),
                " " + hex.repeat(4).substring(1),
                "\u0660" + hex.repeat(4).substring(1),
                uuid + "0",
                uuid.substring(1),
                "F" + uuid.substring(1),
                "g" + uuid.substring(1),
                "-" + uuid.substring(1),
                uuid.replace('-', '_'),
                uuid.replaceFirst("-", "0"),
                uuid.replace("-", "") + "----")) {
            for (TokenForm form : forms()) {
                assertThat(form.accepts(text)).as("%s as %s", text, form).isFalse();
            }
        }
    }
}
