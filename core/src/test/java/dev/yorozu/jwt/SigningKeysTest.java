package dev.yorozu.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.jwk.JWKSet;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SigningKeysTest {
    private static final SigningKey HS = SampleTokens.HS;
    private static final SigningKey RS = SampleTokens.RS;

    private static SigningKey secret(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return SigningKey.hs256(bytes);
    }

    @Test
    void shortSecretsAndSmallKeysAreRefused() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.hs256(new byte[31]));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        RSAPrivateCrtKey small = (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate();
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.rs256(small));
    }

    @Test
    void theSameKeyAlwaysHasTheSameName() {
        assertThat(secret(1).name())
                .isEqualTo(secret(1).name())
                .isNotEqualTo(secret(2).name());
        assertThat(SigningKey.rs256(SampleTokens.RSA).name())
                .isEqualTo(SigningKey.rs256(SampleTokens.RSA).name())
                .hasSize(43);
    }

    @Test
    void namesAreUniqueAndPlainAndKeysAreFew() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SigningKeys(HS, List.of(HS)));
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.hs256("../secret", SampleTokens.SECRET));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SigningKeys(
                        HS,
                        IntStream.range(0, SigningKeys.MOST)
                                .mapToObj(SigningKeysTest::secret)
                                .toList()));
    }

    @Test
    void tokensWithoutANameAreCheckedWithTheNewestKeysAlgorithmOnly() {
        assertThat(new SigningKeys(RS, List.of(HS)).candidates(Optional.empty()))
                .containsExactly(RS);
        assertThat(new SigningKeys(HS, List.of(RS, secret(1))).candidates(Optional.empty()))
                .extracting(SigningKey::name)
                .containsExactly("hs", secret(1).name());
    }

    @Test
    void onlyPublicKeysArePublished() throws Exception {
        String published = new SigningKeys(HS, List.of(RS)).jwks();
        JWKSet set = JWKSet.parse(published);
        assertThat(set.getKeys()).hasSize(1);
        assertThat(set.getKeys().getFirst().getKeyID()).isEqualTo("rs");
        assertThat(set.getKeys().getFirst().isPrivate()).isFalse();
        assertThat(set.getKeys().getFirst().toRSAKey().toRSAPublicKey().getModulus())
                .isEqualTo(SampleTokens.RSA.getModulus());
        assertThat(published)
                .contains("\"alg\":\"RS256\"", "\"use\":\"sig\"")
                .doesNotContain("\"d\":", "\"p\":", "\"q\":", "\"k\":")
                .doesNotContain(Base64.getUrlEncoder().withoutPadding().encodeToString(SampleTokens.SECRET));
        assertThat(SigningKeys.of(HS).jwks()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void theTextFormShowsNoSecret() {
        assertThat(HS).hasToString("SigningKey[HS256 hs]");
        assertThat(RS).hasToString("SigningKey[RS256 rs]");
    }
}
