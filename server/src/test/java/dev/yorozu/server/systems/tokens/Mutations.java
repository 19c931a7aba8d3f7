package dev.yorozu.server.systems.tokens;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Bends a token in one of many ways; what comes out can still be sent in a header. */
final class Mutations {
    private static final String LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/*{}:\"\\";

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    String of(String token) {
        String mutated = token;
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            mutated = once(mutated);
        }
        return mutated.isEmpty() ? "x" : mutated;
    }

    private String once(String token) {
        if (token.isEmpty()) {
            return letter();
        }
        int at = random.nextInt(token.length());
        return switch (random.nextInt(8)) {
            case 0 -> token.substring(0, at) + letter() + token.substring(at + 1);
            case 1 -> token.substring(0, at) + token.substring(at + 1);
            case 2 -> token.substring(0, at) + letter() + token.substring(at);
            case 3 -> token.substring(0, at);
            case 4 -> token.substring(at) + token.substring(0, at);
            case 5 -> swapped(token);
            case 6 -> within(token, at);
            default -> token + token.substring(at);
        };
    }

    private String letter() {
        return LETTERS.charAt(random.nextInt(LETTERS.length())) + "";
    }

    private String swapped(String token) {
        String[] parts = token.split("\\.", -1);
        int one = random.nextInt(parts.length);
        int other = random.nextInt(parts.length);
        String kept = parts[one];
        parts[one] = parts[other];
        parts[other] = kept;
        return String.join(".", parts);
    }

    /** Changes a byte of the JSON or of the signature itself, so that the encoding stays right. */
    private String within(String token, int at) {
        String[] parts = token.split("\\.", -1);
        int part = at % parts.length;
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(parts[part].getBytes(StandardCharsets.US_ASCII));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            parts[part] = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (IllegalArgumentException brokenAlready) {
            parts[part] = parts[part] + letter();
        }
        return String.join(".", parts);
    }
}
