package dev.yorozu.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.SealingKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTokenTest {
    private static final KeyRing KEYS = KeyRing.of(SealingKey.of(counting(0, 32)));
    private static final byte[] IV = counting(0xa0, 12);
    private static final Payload PAYLOAD = new Payload(
            "https://abc.public.blob.vercel-storage.com/receive/o/r/f.zip?download=1",
            FileName.of("f.zip"),
            "zips",
            Instant.ofEpochMilli(4_102_444_800_000L),
            Instant.ofEpochMilli(1_700_000_000_000L));
    /** The documented system's own example. */
    private static final String VECTOR = "v1.oKGio6Slpqeoqaqr."
            + "nToKD3_6Lp0XR73xbw60rgOWdj_z1SFC7HtE6hbIW2O-GSXR2UchXjrwKbt9FfGYIH5oKw29NQwkPW430hWq35vOqgke342Qy4aQb-Gio9upNp"
            + "qG6eP3WNRXWLTL8z22o6ZbiTmM9fLuqCR8p-2VWAZqVZ_uB68IG_fulIRlwmHneNEL8XixIAdpzrsieqHmuOmdFkn-nNlanoJ5t8X_dqvyVtk";

    private static byte[] counting(int first, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (first + i);
        }
        return bytes;
    }

    private static String sealed(String json) {
        byte[] sealed = KEYS.current().seal(IV, json.getBytes(StandardCharsets.UTF_8));
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return "v1." + encoder.encodeToString(IV) + "." + encoder.encodeToString(sealed);
    }

    @Test
    void theDocumentedExampleComesOutLetterForLetter() {
        assertThat(LongToken.seal(PAYLOAD, KEYS, IV)).isEqualTo(VECTOR);
        assertThat(LongToken.open(VECTOR, KEYS)).isEqualTo(new LongToken.Opened(PAYLOAD, VECTOR));
    }

    @Test
    void anOlderKeyStillOpensAndAForgottenOneDoesNot() {
        SealingKey next = SealingKey.of(counting(7, 32));
        assertThat(LongToken.open(VECTOR, new KeyRing(next, List.of(SealingKey.of(counting(9, 32)), KEYS.current()))))
                .isEqualTo(new LongToken.Opened(PAYLOAD, VECTOR));
        assertThat(LongToken.open(VECTOR, KeyRing.of(next)))
                .isEqualTo(new LongToken.Invalid(new ResolveResult.InvalidPayload()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "v1",
                "v1.",
                "v1.AAAA",
                "v2.oKGio6Slpqeoqaqr.AAAA",
                "V1.oKGio6Slpqeoqaqr.AAAA",
                "v1.oKGio6Slpqeoqaqr.AAAA.AAAA",
                "v1.oKGio6Slpqeoqaqr.日本",
                "v1.oKGi=6Slpqeoqaqr.AAAA",
                " v1.oKGio6Slpqeoqaqr.AAAA",
                "v1.oKGio6Slpqeoqaqr.AAAA\n"
            })
    void otherFormsAreNoTokens(String text) {
        assertThat(LongToken.open(text, KEYS)).isEqualTo(new LongToken.Invalid(new ResolveResult.InvalidFormat()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1..",
                "v1.AAAA.AAAA",
                "v1.=.=",
                "v1.AAAA====.AAAA=",
                "v1.oKGio6Slpqeoqaqr.A",
                "v1.oKGio6Slpqeoqaqr.AA==",
                "v1.oKGio6Slpqeoqaqr.AA+/",
                "v1.oKGio6Slpqeoqaq.AAAAAAAAAAAAAAAAAAAAAAAAA",
                "v1.oKGio6SlpqeoqaqrAA==.AAAAAAAAAAAAAAAAAAAAAAAAA",
                "v1.oKGio6Slpqeoqao.AAAAAAAAAAAAAAAAAAAAAAA",
                "v1.oKGio6Slpqeoqaqr.AAAAAAAAAAAAAAAAAAAAAA"
            })
    void partsOfOtherLengthsAreNoTokens(String text) {
        assertThat(LongToken.open(text, KEYS)).isEqualTo(new LongToken.Invalid(new ResolveResult.InvalidBytes()));
    }

    @Test
    void everyFlippedBitIsFound() {
        for (int i = "v1.".length(); i < VECTOR.length(); i++) {
            char other = VECTOR.charAt(i) == 'A' ? 'E' : 'A';
            if (VECTOR.charAt(i) != '.') {
                String changed = VECTOR.substring(0, i) + other + VECTOR.substring(i + 1);
                assertThat(LongToken.open(changed, KEYS)).isNotInstanceOf(LongToken.Opened.class);
            }
        }
    }

    /** The last letter of the example carries two unused bits: three other letters decode to the same bytes. */
    @Test
    void everySpellingOfATokenIsReadAsTheSameOne() {
        String stem = VECTOR.substring(0, VECTOR.length() - 1);
        List<String> spellings = new ArrayList<>(List.of(
                VECTOR + "=",
                VECTOR + "===",
                VECTOR.replace('-', '+').replace('_', '/') + "=",
                VECTOR.replace("qaqr.", "qaqr==."),
                VECTOR.replace("qaqr.", "qaqrA.")));
        for (char c : "klmn".toCharArray()) {
            spellings.add(stem + c);
        }
        assertThat(spellings)
                .allSatisfy(token ->
                        assertThat(LongToken.open(token, KEYS)).isEqualTo(new LongToken.Opened(PAYLOAD, VECTOR)));
    }

    @Test
    void aNameBeyondAsciiIsKeptBesideTheSafeOne() {
        FileName name = FileName.of("旅行の写真 2026.zip");
        Payload payload = new Payload("https://a", name, "zips", PAYLOAD.ends(), PAYLOAD.issued());
        String token = LongToken.seal(payload, KEYS, IV);
        assertThat(payload.document().text("n")).hasValue("2026.zip");
        assertThat(LongToken.open(token, KEYS)).isEqualTo(new LongToken.Opened(payload, token));
    }

    /** As the documented system's own tokens may be: names and fractions were no matter to it. */
    @Test
    void aNameAndAPurposeCanBeMissing() {
        String token = sealed("{\"v\":1,\"u\":\"https://a\",\"exp\":4102444800000.5}");
        Instant ends = Instant.ofEpochMilli(4_102_444_800_000L);
        assertThat(LongToken.open(token, KEYS))
                .isEqualTo(new LongToken.Opened(
                        new Payload("https://a", FileName.of(""), "zips", ends, Instant.EPOCH), token));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"v\":2,\"u\":\"https://a\",\"n\":\"n\",\"p\":\"p\",\"exp\":1,\"iat\":1}",
                "{\"v\":1,\"n\":\"n\",\"p\":\"p\",\"exp\":1,\"iat\":1}",
                "{\"v\":1,\"u\":7,\"n\":\"n\",\"p\":\"p\",\"exp\":1,\"iat\":1}",
                "{\"v\":1,\"u\":\"https://a\",\"n\":\"n\",\"p\":\"p\",\"exp\":\"1\",\"iat\":1}"
            })
    void whatIsSealedMustBeALink(String json) {
        String token = sealed(json.isEmpty() ? " " : json);
        assertThat(LongToken.open(token, KEYS)).isEqualTo(new LongToken.Invalid(new ResolveResult.InvalidPayload()));
    }
}
