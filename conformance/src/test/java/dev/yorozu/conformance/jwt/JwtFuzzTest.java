package dev.yorozu.conformance.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification.Invalid;
import dev.yorozu.store.testkit.Rounds;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Tokens changed at random: none is ever accepted, and none is ever a fault. A failure names the round and its seed. */
final class JwtFuzzTest {
    private static final int FEW = 4_000;
    private static final int ALL = 100_000;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é花";

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final byte[] SECRET = "a secret of thirty-two bytes, or".getBytes(StandardCharsets.US_ASCII);
    private static final SigningKey HS = SigningKey.hs256("hs", SECRET);
    private static final SigningKey RS = SigningKey.rs256("rs", rsa());
    private static final Jwt JWT =
            jwt("5f0c8a6e5f0c8a6e", "42", Document.empty().with("roles", List.of("admin")));
    private static final Jwts BOTH = jwts(RS, HS);
    private static final List<String> ISSUED =
            List.of(jwts(HS).sign(JWT), jwts(RS).sign(JWT), jwts(HS).sign(jwt("other", "7", Document.empty())));

    @Test
    void noChangedTokenIsAccepted() {
        long seed = Rounds.seed();
        for (int round = 0; round < Rounds.of(FEW, ALL); round++) {
            Random random = new Random(seed + round);
            String token = ISSUED.get(random.nextInt(ISSUED.size()));
            String changed = token;
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                changed = change(changed, random);
            }
            if (!ISSUED.contains(changed)) {
                assertThat(BOTH.verify(changed))
                        .as("round %s of seed %s, of %s: %s", round, seed, token, changed)
                        .isInstanceOf(Invalid.class);
            }
        }
    }

    /** A program that shares the key may write what it wants: the answer is a value all the same. */
    @Test
    void noSignedClaimsAreAFault() throws GeneralSecurityException {
        String[] good = jwts(HS).sign(JWT).split("\\.", -1);
        byte[] claims = Base64.getUrlDecoder().decode(good[1]);
        long seed = Rounds.seed();
        for (int round = 0; round < Rounds.of(FEW, ALL); round++) {
            Random random = new Random(seed + round);
            byte[] changed = claims.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            String token = signed(good[0], encode(changed));
            assertThat(BOTH.verify(token))
                    .as("round %s of seed %s: %s", round, seed, token)
                    .isNotNull();
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
            parts.set(chosen, encode(bytes));
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

    private static Jwt jwt(String id, String subject, Document more) {
        return new Jwt(id, subject, NOW, NOW.plusSeconds(900), more);
    }

    private static Jwts jwts(SigningKey newest, SigningKey... older) {
        JwtPolicy policy = new JwtPolicy("https://issuer.example", "app", "JWT", Duration.ofSeconds(30));
        return new Jwts(new SigningKeys(newest, List.of(older)), policy, () -> NOW);
    }

    /** What a holder of the secret can make of any claims, well formed or not. */
    private static String signed(String header, String claims) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        String content = header + "." + claims;
        return content + "." + encode(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static RSAPrivateCrtKey rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
