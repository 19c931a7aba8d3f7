package dev.yorozu.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import dev.yorozu.json.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.RSAPrivateCrtKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;

/** Keys, a policy and a moment for tests of tokens, and whatever token a key holder could sign. */
public final class SampleTokens {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    public static final JwtPolicy POLICY =
            new JwtPolicy("https://issuer.example", "app", "JWT", Duration.ofSeconds(30));
    public static final byte[] SECRET = "a secret of thirty-two bytes, or".getBytes(StandardCharsets.US_ASCII);
    public static final SigningKey HS = SigningKey.hs256("hs", SECRET);
    /** The key of RFC 7515, A.2. */
    public static final RSAPrivateCrtKey RSA = rsa();

    public static final SigningKey RS = SigningKey.rs256("rs", RSA);
    public static final Jwt JWT = new Jwt(
            "5f0c8a6e5f0c8a6e",
            "42",
            NOW,
            NOW.plusSeconds(900),
            Document.empty()
                    .with("email", "hanako@example.com")
                    .with("username", "花子")
                    .with("userId", 42)
                    .with("roles", List.of("admin", "user")));

    private SampleTokens() {}

    public static Jwts jwts(SigningKey newest, SigningKey... older) {
        return new Jwts(new SigningKeys(newest, List.of(older)), POLICY, () -> NOW);
    }

    /** What a holder of this key can make of any header and claims, well formed or not. */
    public static String signed(SigningKey key, String header, String claims) {
        return signed(key, header.getBytes(StandardCharsets.UTF_8), claims.getBytes(StandardCharsets.UTF_8));
    }

    public static String signed(SigningKey key, byte[] header, byte[] claims) {
        return signedParts(key, CompactForm.encode(header), CompactForm.encode(claims));
    }

    public static String signedParts(SigningKey key, String header, String payload) {
        return header + "." + payload + "." + key.sign(CompactForm.content(header, payload));
    }

    public static String header(SigningKey key) {
        return "{\"alg\":\"" + key.algorithm() + "\",\"typ\":\"JWT\",\"kid\":\"" + key.name() + "\"}";
    }

    /** The claims of a good token, with one of them written in another way. */
    public static String claims(String name, String json) {
        String good = new JwtClaims(POLICY).write(JWT).bytes().text();
        String field = "\"" + name + "\":";
        return good.contains(field)
                ? good.replaceFirst(field + "(\"[^\"]*\"|\\d+)", Matcher.quoteReplacement(field + json))
                : good.substring(0, good.length() - 1) + "," + field + json + "}";
    }

    private static RSAPrivateCrtKey rsa() {
        try (InputStream in =
                Objects.requireNonNull(SampleTokens.class.getResourceAsStream("rfc7515-a2.json"), "the key's file")) {
            return (RSAPrivateCrtKey) RSAKey.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .toRSAPrivateKey();
        } catch (IOException | ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
