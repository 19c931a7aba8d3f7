package dev.yorozu.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiveKeyTest {
    private static final byte[] IV = new byte[12];

    private static void assertSame(String text, byte[] key) {
        byte[] sealed = SealingKey.of(key).seal(IV, new byte[] {1});
        assertThat(ReceiveKey.parse(text).orElseThrow().open(IV, sealed)).hasValue(new byte[] {1});
    }

    @RepeatedTest(50)
    void everyFormOfAKeyIsRead() {
        byte[] key = RandomTokens.secure().bytes(32);
        assertSame(Base64.getUrlEncoder().withoutPadding().encodeToString(key), key);
        assertSame(Base64.getUrlEncoder().encodeToString(key), key);
        assertSame(Base64.getEncoder().encodeToString(key), key);
        assertSame(HexFormat.of().formatHex(key), key);
        assertSame(HexFormat.of().withUpperCase().formatHex(key), key);
    }

    @Test
    void thirtyTwoPlainBytesAreAKey() {
        assertSame("0123456789abcdef0123456789abcde!", bytes("0123456789abcdef0123456789abcde!"));
        assertSame("0123456789abcdef0123456789abcdef", bytes("0123456789abcdef0123456789abcdef"));
        assertSame("鍵".repeat(10) + "ab", bytes("鍵".repeat(10) + "ab"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "0123456789abcdef0123456789abcdef0", "00ff"})
    void anythingElseIsNone(String text) {
        assertThat(ReceiveKey.parse(text)).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
