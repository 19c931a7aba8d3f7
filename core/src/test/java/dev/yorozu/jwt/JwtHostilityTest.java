package dev.yorozu.jwt;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.JWT;
import static dev.yorozu.jwt.SampleTokens.RS;
import static dev.yorozu.jwt.SampleTokens.RSA;
import static dev.yorozu.jwt.SampleTokens.claims;
import static dev.yorozu.jwt.SampleTokens.header;
import static dev.yorozu.jwt.SampleTokens.jwts;
import static dev.yorozu.jwt.SampleTokens.signed;
import static dev.yorozu.jwt.SampleTokens.signedParts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.jwt.Verification.Invalid;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.jwt.Verification.Valid;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that somebody made in bad faith, most of them even signed with the right key. */
class JwtHostilityTest {
    private static final String GOOD = claims("aud", "\"app\"");
    private static final Jwts BOTH = jwts(RS, HS);

    private static void refused(Reason reason, String token) {
        assertThat(BOTH.verify(token)).isEqualTo(new Invalid(reason));
    }

    /** What the others differ from. */
    @Test
    void theGoodTokenIsGood() {
        assertThat(BOTH.verify(signed(HS, header(HS), GOOD))).isEqualTo(new Valid(JWT));
        assertThat(BOTH.verify(signed(RS, header(RS), GOOD))).isEqualTo(new Valid(JWT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE", "hs256", "HS384", "HS512", "RS384", "PS256", "ES256", "EdDSA", ""})
    void otherAlgorithmsAreRefused(String algorithm) {
        for (SigningKey key : List.of(HS, RS)) {
            String header = header(key).replace(key.algorithm().name(), algorithm);
            refused(Reason.ALGORITHM, signed(key, header, GOOD));
            refused(Reason.ALGORITHM, signed(key, header, GOOD).replaceFirst("[^.]*$", ""));
            refused(Reason.ALGORITHM, signed(key, "{\"alg\":\"" + algorithm + "\",\"typ\":\"JWT\"}", GOOD));
        }
    }

    @Test
    void thePublicKeyIsNoSecret() throws Exception {
        byte[] der = KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(RSA.getModulus(), RSA.getPublicExponent()))
                .getEncoded();
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END PUBLIC KEY-----\n";
        for (byte[] secret : List.of(
                der, pem.getBytes(StandardCharsets.US_ASCII), RSA.getModulus().toByteArray())) {
            SigningKey forged = SigningKey.hs256("rs", secret);
            refused(Reason.ALGORITHM, signed(forged, header(forged), GOOD));
            refused(Reason.ALGORITHM, signed(forged, "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", GOOD));
            refused(Reason.SIGNATURE, signed(forged, header(RS), GOOD));
            refused(Reason.SIGNATURE, signed(forged, header(HS), GOOD));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"other", "", "HS", "hs ", "../hs", "hs' OR '1'='1", "/dev/null", "http://evil.example/key"})
    void aForeignNameIsOnlyLookedUp(String name) {
        refused(Reason.KEY, signed(HS, "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"" + name + "\"}", GOOD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"jku\":\"https://evil.example/keys\"",
                "\"x5u\":\"https://evil.example/cert\"",
                "\"jwk\":{\"kty\":\"oct\",\"k\":\"AAAA\"}",
                "\"x5c\":[\"AAAA\"]",
                "\"crit\":[\"exp\"]",
                "\"b64\":false",
                "\"zip\":\"DEF\"",
                "\"cty\":\"JWT\"",
                "\"ALG\":\"none\""
            })
    void aHeaderThatSaysMoreIsRefused(String member) {
        refused(Reason.HEADER, signed(HS, header(HS).replace("}", "," + member + "}"), GOOD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"typ\":\"JWT\",\"kid\":\"hs\"}",
                "{\"alg\":null,\"typ\":\"JWT\",\"kid\":\"hs\"}",
                "{\"alg\":[\"HS256\"],\"typ\":\"JWT\",\"kid\":\"hs\"}",
                "{\"alg\":\"HS256\",\"typ\":1,\"kid\":\"hs\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":0}"
            })
    void aHeaderOfOtherTypesIsRefused(String header) {
        refused(Reason.HEADER, signed(HS, header, GOOD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"alg\":\"none\",\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"hs\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"hs\"}{}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"hs\"",
                "[\"HS256\"]",
                "\"HS256\"",
                "null",
                " ",
                " {\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"hs\"}",
                "{'alg':'HS256'}"
            })
    void aHeaderThatIsNoObjectIsRefused(String header) {
        refused(Reason.MALFORMED, signed(HS, header, GOOD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "JWS", "refresh", "JWT ", ""})
    void anotherKindOfTokenIsRefused(String type) {
        refused(Reason.TYPE, signed(HS, header(HS).replace("\"JWT\"", "\"" + type + "\""), GOOD));
    }

    @Test
    void aTokenWithoutATypeIsRefused() {
        refused(Reason.TYPE, signed(HS, "{\"alg\":\"HS256\",\"kid\":\"hs\"}", GOOD));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "ISSUER iss \"https://issuer.example/\"",
                "ISSUER iss \"https://evil.example\"",
                "ISSUER iss [\"https://issuer.example\"]",
                "ISSUER iss null",
                "AUDIENCE aud \"App\"",
                "AUDIENCE aud \"\"",
                "AUDIENCE aud []",
                "AUDIENCE aud [\"other\"]",
                "AUDIENCE aud [\"app\",1]",
                "AUDIENCE aud {\"app\":true}",
                "AUDIENCE aud null",
                "CLAIMS jti null",
                "CLAIMS jti 7",
                "CLAIMS jti \"\"",
                "CLAIMS jti \"a\\u0000b\"",
                "CLAIMS jti \"a\\ud800b\"",
                "CLAIMS sub null",
                "CLAIMS sub 42",
                "CLAIMS sub \"\"",
                "CLAIMS sub [\"42\"]",
                "CLAIMS exp null",
                "CLAIMS exp \"1772367300\"",
                "CLAIMS exp -1",
                "CLAIMS exp 1772367300.5",
                "CLAIMS exp 1772367300.0",
                "CLAIMS exp 1.7723673e9",
                "CLAIMS exp 1e400",
                "CLAIMS exp 1e2147483647",
                "CLAIMS exp 1e-2147483647",
                "CLAIMS exp 253402300800",
                "CLAIMS exp 9223372036854775807",
                "CLAIMS exp 9223372036854775808",
                "CLAIMS exp -9223372036854775809",
                "CLAIMS exp 99999999999999999999999999999999999999999999999999",
                "CLAIMS exp true",
                "CLAIMS exp 1772366400",
                "CLAIMS iat null",
                "CLAIMS iat -1",
                "CLAIMS iat 1772366400.5",
                "CLAIMS iat 1e9",
                "CLAIMS iat \"1772366400\"",
                "NOT_YET iat 1772366431",
                "CLAIMS nbf null",
                "CLAIMS nbf -1",
                "CLAIMS nbf 0.5",
                "CLAIMS nbf \"0\"",
                "CLAIMS nbf 9223372036854775807",
                "NOT_YET nbf 1772366431"
            })
    void claimsThatAreNotAsTheyMustBeAreRefused(Reason reason, String name, String json) {
        refused(reason, signed(HS, header(HS), claims(name, json)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "{",
                "{\"jti\":\"a\",\"jti\":\"b\"}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":1}x",
                "{\"a\":1,}",
                "{\"a\":\"\t\"}"
            })
    void claimsThatAreNoObjectAreRefused(String claims) {
        refused(Reason.MALFORMED, signed(HS, header(HS), claims.isEmpty() ? " " : claims));
    }

    @Test
    void deepNestingAndLongNumbersAreRefused() {
        refused(Reason.MALFORMED, signed(HS, header(HS), "{\"a\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}"));
        refused(Reason.MALFORMED, signed(HS, header(HS), "{\"a\":".repeat(900) + "1" + "}".repeat(900)));
        refused(Reason.MALFORMED, signed(HS, "{\"alg\":".repeat(500) + "1" + "}".repeat(500), GOOD));
        refused(Reason.MALFORMED, signed(HS, header(HS), claims("exp", "9".repeat(5_000))));
    }

    @Test
    void otherEncodingsAreRefused() {
        for (String name : List.of("UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE")) {
            Charset charset = Charset.forName(name);
            refused(Reason.MALFORMED, signed(HS, header(HS).getBytes(charset), GOOD.getBytes(StandardCharsets.UTF_8)));
            refused(Reason.MALFORMED, signed(HS, header(HS).getBytes(StandardCharsets.UTF_8), GOOD.getBytes(charset)));
        }
        refused(Reason.MALFORMED, signed(HS, "\ufeff" + header(HS), GOOD));
    }

    /** A lone continuation byte, an overlong slash, a surrogate in three bytes, and a character that was cut off. */
    @ParameterizedTest
    @ValueSource(strings = {"80", "c0af", "eda080", "f09f98", "f4908080", "ff"})
    void invalidUtf8IsRefused(String hex) {
        byte[] bad = HexFormat.of().parseHex(hex);
        byte[] claims = GOOD.replace("花子", "#").getBytes(StandardCharsets.UTF_8);
        int at = GOOD.replace("花子", "#").indexOf('#');
        byte[] spoiled = new byte[claims.length - 1 + bad.length];
        System.arraycopy(claims, 0, spoiled, 0, at);
        System.arraycopy(bad, 0, spoiled, at, bad.length);
        System.arraycopy(claims, at + 1, spoiled, at + bad.length, claims.length - at - 1);
        refused(Reason.MALFORMED, signed(HS, header(HS).getBytes(StandardCharsets.UTF_8), spoiled));
    }

    @Test
    void aTextIsMeasuredBeforeItIsRead() {
        refused(Reason.TOO_LONG, "a".repeat(100 * 1024));
        refused(Reason.TOO_LONG, "a.".repeat(50 * 1024));
        refused(Reason.TOO_LONG, signed(HS, header(HS), claims("big", "\"" + "x".repeat(100 * 1024) + "\"")));
        refused(Reason.MALFORMED, "a".repeat(Jwts.LONGEST));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "a",
                "a.b",
                "a.b.c",
                "a.b.c.d",
                ".b.c",
                "a..c",
                "5f0c8a6e5f0c8a6e5f0c8a6e5f0c8a6e",
                "日本.語.です",
                "\u0000.\u0000.\u0000",
                "\ud800.\udc00.x",
                "Bearer a.b.c"
            })
    void otherTextsAreNoTokens(String text) {
        refused(Reason.MALFORMED, text);
    }

    @Test
    void aTruncatedTokenIsRefused() {
        for (SigningKey key : List.of(HS, RS)) {
            String token = signed(key, header(key), GOOD);
            for (int length = 0; length < token.length(); length++) {
                assertThat(BOTH.verify(token.substring(0, length))).isInstanceOf(Invalid.class);
            }
        }
    }

    /** The last letter of each part may carry unused bits: others would decode to the same bytes. */
    @Test
    void aTokenHasOneSpellingOnly() {
        String token = signed(HS, header(HS), GOOD);
        String stem = token.substring(0, token.length() - 1);
        assertThat("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                        .chars()
                        .filter(c -> BOTH.verify(stem + (char) c) instanceof Valid))
                .hasSize(1);
        for (String other : List.of(token + "=", token + "\n", token + " ", " " + token, token + ".")) {
            refused(Reason.MALFORMED, other);
        }
        refused(Reason.SIGNATURE, token + "A");
        refused(Reason.MALFORMED, token.replaceFirst("\\.", "=."));
        refused(Reason.MALFORMED, token.replaceFirst("\\.", "\n."));
    }

    /** Even whoever holds the key cannot sign a second spelling. */
    @Test
    void signedPartsHaveOneSpellingToo() {
        String header = CompactForm.encode(header(HS).getBytes(StandardCharsets.UTF_8));
        String payload = CompactForm.encode((GOOD + " ".repeat(2 - GOOD.getBytes(StandardCharsets.UTF_8).length % 3))
                .getBytes(StandardCharsets.UTF_8));
        assertThat(payload.length() % 4).isNotZero();
        String spoiled = payload.substring(0, payload.length() - 1) + (char) (payload.charAt(payload.length() - 1) + 1);
        assertThat(Base64.getUrlDecoder().decode(spoiled))
                .isEqualTo(Base64.getUrlDecoder().decode(payload));
        assertThat(BOTH.verify(signedParts(HS, header, payload))).isEqualTo(new Valid(JWT));
        refused(Reason.MALFORMED, signedParts(HS, header, spoiled));
        refused(Reason.MALFORMED, signedParts(HS, header, payload + "="));
    }
}
