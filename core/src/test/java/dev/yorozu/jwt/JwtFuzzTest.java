package dev.yorozu.jwt;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.JWT;
import static dev.yorozu.jwt.SampleTokens.RS;
import static dev.yorozu.jwt.SampleTokens.header;
import static dev.yorozu.jwt.SampleTokens.jwts;
import static dev.yorozu.jwt.SampleTokens.signed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Invalid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tokens changed at random: none is ever accepted, and none is ever a fault. A failure names the round and its seed. */
class JwtFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("yorozu.test.long") ? 100_000 : 4_000;
    private static final long SEED = 8725;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é花";

    private static final Jwts BOTH = jwts(RS, HS);
    private static final List<String> ISSUED = List.of(
            jwts(HS).sign(JWT),
            jwts(RS).sign(JWT),
            jwts(HS).sign(new Jwt("other", "7", JWT.issuedAt(), JWT.endsAt(), Document.empty())));

    @Test
    void noChangedTokenIsAccepted() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(SEED + round);
            String token = ISSUED.get(random.nextInt(ISSUED.size()));
            String changed = token;
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                changed = change(changed, random);
            }
            if (!ISSUED.contains(changed)) {
                assertThat(BOTH.verify(changed))
                        .as("round %s of %s: %s", round, token, changed)
                        .isInstanceOf(Invalid.class);
            }
        }
    }

    /** A program that shares the key may write what it wants: the answer is a value all the same. */
    @Test
    void noSignedClaimsAreAFault() {
        byte[] claims = new JwtClaims(SampleTokens.POLICY).write(JWT).bytes().toArray();
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(SEED + round);
            byte[] changed = claims.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            String token = signed(HS, header(HS).getBytes(StandardCharsets.UTF_8), changed);
            assertThat(BOTH.verify(token)).as("round %s: %s", round, token).isNotNull();
        }
    }

    private static String change(String token, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> letter(token, random, 1);
            case 1 -> letter(token, random, 0);
            case 2 -> token.substring(0, random.nextInt(token.length() + 1));
            case 3 -> cut(token, random);
            case 4 -> exchangeParts(token, random);
            case 5 -> changeByte(token, random);
            case 6 -> otherCase(token, random);
            default -> token + letter("", random, 0);
        };
    }

    /** Another letter in place of so many. */
    private static String letter(String token, Random random, int replaced) {
        int at = random.nextInt(Math.max(1, token.length()));
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        return token.substring(0, Math.min(at, token.length()))
                + letter
                + token.substring(Math.min(at + replaced, token.length()));
    }

    private static String cut(String token, Random random) {
        int from = random.nextInt(token.length() + 1);
        int to = Math.min(token.length(), from + 1 + random.nextInt(20));
        return token.substring(0, from) + token.substring(to);
    }

    private static String exchangeParts(String token, Random random) {
        List<String> parts = new ArrayList<>(List.of(token.split("\\.", -1)));
        String[] others = ISSUED.get(random.nextInt(ISSUED.size())).split("\\.", -1);
        parts.set(random.nextInt(parts.size()), others[random.nextInt(others.length)]);
        return String.join(".", parts);
    }

    /** Changes a bit of what a part means and spells it well again. */
    private static String changeByte(String token, Random random) {
        List<String> parts = new ArrayList<>(List.of(token.split("\\.", -1)));
        int chosen = random.nextInt(parts.size());
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(parts.get(chosen));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            parts.set(chosen, CompactForm.encode(bytes));
        } catch (IllegalArgumentException alreadySpoiled) {
            return token;
        }
        return String.join(".", parts);
    }

    private static String otherCase(String token, Random random) {
        if (token.isEmpty()) {
            return token;
        }
        int at = random.nextInt(token.length());
        char letter = token.charAt(at);
        char other = Character.isUpperCase(letter) ? Character.toLowerCase(letter) : Character.toUpperCase(letter);
        return token.substring(0, at) + other + token.substring(at + 1);
    }
}
