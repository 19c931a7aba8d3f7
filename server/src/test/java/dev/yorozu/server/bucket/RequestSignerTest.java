package dev.yorozu.server.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of Amazon's own description of Signature Version 4 for S3. */
class RequestSignerTest {
    private static final Instant NOW = Instant.parse("2013-05-24T00:00:00Z");
    private final BucketAccess access = new BucketAccess(
            URI.create("https://examplebucket.s3.amazonaws.com"),
            "us-east-1",
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");

    private String signature(String method, String path, String query, Map<String, String> headers, String body) {
        Map<String, String> signed = new RequestSigner(access)
                .headers(
                        new RequestSigner.Unsigned(method, path, query, headers, body.getBytes(StandardCharsets.UTF_8)),
                        NOW);
        assertThat(signed).doesNotContainKey("host").containsEntry("x-amz-date", "20130524T000000Z");
        String authorization = signed.getOrDefault("authorization", "");
        assertThat(authorization)
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,")
                .doesNotContain(access.secretKey());
        return authorization.substring(authorization.indexOf("Signature=") + "Signature=".length());
    }

    @Test
    void aPartOfAFileIsAskedFor() {
        assertThat(signature("GET", "/test.txt", "", Map.of("Range", "bytes=0-9"), ""))
                .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void aFileIsWritten() {
        Map<String, String> headers = Map.of(
                "Date", "Fri, 24 May 2013 00:00:00 GMT",
                "x-amz-storage-class", "REDUCED_REDUNDANCY");
        assertThat(signature("PUT", "/test%24file.text", "", headers, "Welcome to Amazon S3."))
                .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void aParameterWithoutAValueIsSigned() {
        assertThat(signature("GET", "/", "lifecycle=", Map.of(), ""))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }

    @Test
    void filesAreListed() {
        assertThat(signature("GET", "/", "max-keys=2&prefix=J", Map.of(), ""))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }
}
