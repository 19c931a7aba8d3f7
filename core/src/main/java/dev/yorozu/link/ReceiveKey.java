package dev.yorozu.link;

import dev.yorozu.secret.SealingKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads a key as people configure it: the first of base64 for URLs, base64, hexadecimal and plain that gives 32 bytes. */
public final class ReceiveKey {
    private static final List<Function<String, byte[]>> FORMS = List.of(
            Base64.getUrlDecoder()::decode,
            Base64.getDecoder()::decode,
            HexFormat.of()::parseHex,
            text -> text.getBytes(StandardCharsets.UTF_8));

    private ReceiveKey() {}

    /** The key; empty when the text gives 32 bytes in no form. */
    public static Optional<SealingKey> parse(String text) {
        for (Function<String, byte[]> form : FORMS) {
            try {
                byte[] bytes = form.apply(text);
                if (bytes.length == SealingKey.KEY_BYTES) {
                    return Optional.of(SealingKey.of(bytes));
                }
            } catch (IllegalArgumentException another) {
                continue;
            }
        }
        return Optional.empty();
    }
}
