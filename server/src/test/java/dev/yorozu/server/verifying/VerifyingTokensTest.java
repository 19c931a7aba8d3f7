package dev.yorozu.server.verifying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * The examples of the document for programs that check tokens by themselves, run as they stand there: with tokens that the
 * systems issued, and with all that must not pass for one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerifyingTokensTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "verifying-tokens.md");

    /** Where ./test installs what the examples need in Node. */
    private static final Path LIBRARIES = Path.of("target", "npm");

    private static final String HARNESS = """
            import { createInterface } from "node:readline";
            import * as verify from "./verify.mjs";

            for await (const line of createInterface({ input: process.stdin })) {
              const [system, token] = line.split(" ");
              try {
                console.log("accepted " + (await verify[system](token)).sub);
              } catch (refusal) {
                console.log("refused " + refusal.code);
              }
            }
            """;

    private IssuedTokens issued;

    @BeforeAll
    void start() throws Exception {
        issued = IssuedTokens.start();
    }

    @AfterAll
    void close() {
        issued.close();
    }

    @Test
    void theExampleInNodeTakesAccessTokensAndNothingElse() throws Exception {
        List<String> asked = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (IssuedTokens.OfSystem system : issued.systems()) {
            asked.add(system.name() + " " + system.access());
            expected.add("accepted " + system.subject());
            for (String token : system.others().values()) {
                asked.add(system.name() + " " + token);
                expected.add("refused");
            }
        }
        List<String> answers = node(asked);
        assertThat(answers)
                .allMatch(answer -> answer.matches("accepted .+|refused ERR_J(OSE|WS|WT)_.+"))
                .extracting(answer -> answer.replaceFirst("^refused .*", "refused"))
                .isEqualTo(expected);
    }

    private List<String> node(List<String> lines) throws IOException, InterruptedException {
        if (!Files.isDirectory(LIBRARIES.resolve("node_modules"))) {
            throw new IllegalStateException("The example needs jose: ./test installs it below server/target/npm");
        }
        Path directory = Files.createTempDirectory(LIBRARIES.toAbsolutePath(), "example-");
        Files.writeString(directory.resolve("verify.mjs"), shown("js"));
        Files.writeString(directory.resolve("run.mjs"), HARNESS);
        ProcessBuilder node =
                new ProcessBuilder("node", directory.resolve("run.mjs").toString());
        node.environment().putAll(Map.of("YOROZU", issued.server(), "JWT_SECRET", issued.secret()));
        Process process = node.redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines().toList();
    }

    @Test
    void theExampleWithNimbusTakesAccessTokensAndNothingElse() throws Exception {
        for (IssuedTokens.OfSystem system : issued.systems()) {
            JWTProcessor<SecurityContext> example = nimbus(system.name());
            assertThat(example.process(system.access(), null).getSubject()).isEqualTo(system.subject());
            system.others()
                    .forEach((what, token) -> assertThatThrownBy(() -> example.process(token, null))
                            .as("%s: %s", system.name(), what)
                            .isInstanceOfAny(BadJOSEException.class, ParseException.class));
        }
    }

    private JWTProcessor<SecurityContext> nimbus(String system) throws IOException {
        return switch (system) {
            case "users" -> NimbusVerifier.users(issued.server());
            case "tokens" -> NimbusVerifier.tokens(secret());
            default -> NimbusVerifier.patreon(secret());
        };
    }

    private JwtDecoder spring(String system) {
        return switch (system) {
            case "users" -> SpringVerifier.users(issued.server());
            case "tokens" -> SpringVerifier.tokens(secret());
            default -> SpringVerifier.patreon(secret());
        };
    }

    private byte[] secret() {
        return issued.secret().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theExampleWithSpringTakesAccessTokensAndNothingElse() {
        for (IssuedTokens.OfSystem system : issued.systems()) {
            JwtDecoder example = spring(system.name());
            assertThat(example.decode(system.access()).getSubject()).isEqualTo(system.subject());
            system.others()
                    .forEach((what, token) -> assertThatThrownBy(() -> example.decode(token))
                            .as("%s: %s", system.name(), what)
                            .isInstanceOf(JwtException.class));
        }
    }

    /** As most programs are set up: issuer, audience and algorithm are checked, and the type is not. */
    @Test
    void aRefreshTokenIsRefusedAlsoWhereNobodyLooksAtTheType() {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(issued.server() + "/users/.well-known/jwks.json")
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .validateType(false)
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                new JwtIssuerValidator("https://auth.example.com"), new JwtAudienceValidator("fastapi-api")));
        IssuedTokens.OfSystem users = issued.systems().getFirst();
        assertThat(decoder.decode(users.access()).getSubject()).isEqualTo(users.subject());
        assertThatThrownBy(() -> decoder.decode(users.refresh()))
                .isInstanceOf(JwtException.class)
                .hasMessageContaining("aud claim");
    }

    /** As RFC 9068 asks: the type, and all claims that it requires, each with what it must be. */
    @Test
    void anAccessTokenOfTheUserApiIsOneByTheStandard() {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(issued.server() + "/users/.well-known/jwks.json")
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .validateType(false)
                .build();
        decoder.setJwtValidator(JwtValidators.createAtJwtValidator()
                .issuer("https://auth.example.com")
                .audience("fastapi-api")
                .clientId("yorozu")
                .build());
        IssuedTokens.OfSystem users = issued.systems().getFirst();
        assertThat(decoder.decode(users.access()).getClaims())
                .containsKeys("iss", "exp", "aud", "sub", "client_id", "iat", "jti");
        assertThatThrownBy(() -> decoder.decode(users.refresh())).isInstanceOf(JwtException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NimbusVerifier", "SpringVerifier"})
    void theDocumentShowsTheProgramThatIsRun(String name) throws IOException {
        Path source = Path.of("src", "test", "java", "dev", "yorozu", "server", "verifying", name + ".java");
        String text = Files.readString(source);
        String shown = text.substring(text.indexOf("() {}\n\n") + "() {}\n\n".length(), text.lastIndexOf("\n}"));
        assertThat(Files.readString(DOCUMENT)).contains("```java\n" + shown.stripIndent() + "\n```");
    }

    /** What the document says of the keys, as a program finds them. */
    @Test
    void keysMayBeKeptForAsLongAsTheDocumentSays() throws Exception {
        assertThat(issued.keysAreKeptFor()).isEqualTo(Duration.ofMinutes(5));
        assertThat(Files.readString(DOCUMENT)).contains("five minutes");
    }

    private static String shown(String language) throws IOException {
        Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
