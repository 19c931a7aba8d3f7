package dev.yorozu.jwt;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.JWT;
import static dev.yorozu.jwt.SampleTokens.POLICY;
import static dev.yorozu.jwt.SampleTokens.RS;
import static dev.yorozu.jwt.SampleTokens.RSA;
import static dev.yorozu.jwt.SampleTokens.jwts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.Node;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Valid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Node's own crypto checks our tokens and signs tokens that we accept. */
class JwtInNodeTest {
    private static final String CLAIMS =
            new JwtClaims(POLICY).write(JWT).bytes().text();

    @TempDir
    Path directory;

    private static Document request(SigningKey key) {
        String material = key == HS ? CompactForm.encode(SampleTokens.SECRET) : pem();
        return Document.empty().with("algorithm", key.algorithm().name()).with("key", material);
    }

    private static String pem() {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(RSA.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    private List<String> node(List<Document> requests) throws Exception {
        Path script = Node.script(JwtInNodeTest.class, "jwt.mjs", directory);
        return Node.run(
                script, requests.stream().map(request -> request.bytes().text()).toList());
    }

    @Test
    void nodeAcceptsOurTokens() throws Exception {
        List<Document> requests = new ArrayList<>();
        for (SigningKey key : List.of(HS, RS)) {
            requests.add(request(key).with("token", jwts(key).sign(JWT)));
        }
        assertThat(node(requests)).containsExactly(CLAIMS, CLAIMS);
    }

    /** With our name of the key, and without one, as the documented system signs. */
    @Test
    void weAcceptTheTokensOfNode() throws Exception {
        List<Document> requests = new ArrayList<>();
        for (SigningKey key : List.of(HS, RS)) {
            requests.add(request(key).with("claims", CLAIMS));
            requests.add(request(key).with("claims", CLAIMS).with("kid", key.name()));
        }
        List<String> tokens = node(requests);
        assertThat(tokens.subList(0, 2))
                .allMatch(token -> jwts(HS, RS).verify(token).equals(new Valid(JWT)));
        assertThat(tokens.subList(2, 4))
                .allMatch(token -> jwts(RS, HS).verify(token).equals(new Valid(JWT)));
        assertThat(tokens.get(1)).isEqualTo(jwts(HS).sign(JWT));
        assertThat(tokens.get(3)).isEqualTo(jwts(RS).sign(JWT));
    }
}
