package dev.yorozu.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The examples of the standard come out letter for letter. */
class JwtVectorsTest {
    private static final String CLAIMS =
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";

    /** RFC 7515, A.1. */
    @Test
    void theExampleOfHs256() {
        SigningKey key = SigningKey.hs256(Base64.getUrlDecoder()
                .decode("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"));
        byte[] content = CompactForm.content("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9", CLAIMS);
        String signature = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assertThat(key.sign(content)).isEqualTo(signature);
        assertThat(key.signed(content, signature)).isTrue();
        assertThat(SampleTokens.HS.signed(content, signature)).isFalse();
    }

    /** RFC 7515, A.2. */
    @Test
    void theExampleOfRs256() {
        byte[] content = CompactForm.content("eyJhbGciOiJSUzI1NiJ9", CLAIMS);
        String signature = "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
                + "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
                + "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
                + "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
                + "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
                + "p0igcN_IoypGlUPQGe77Rw";
        assertThat(SampleTokens.RS.sign(content)).isEqualTo(signature);
        assertThat(SampleTokens.RS.signed(content, signature)).isTrue();
    }
}
