package dev.yorozu.server.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.jwt.Verification.Valid;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.SettingsSchema;
import dev.yorozu.server.config.StartException;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JwtSettingsTest {
    private static final SettingsGroup GROUP = new SettingsGroup("Tokens");
    private static final JwtSettings JWT =
            JwtSettings.of(GROUP, "systems.tokens.", Algorithm.HS256, "issuer", "audience");
    private static final String ONE = "the first secret of thirty-two bytes";
    private static final String TWO = "the second secret of thirty-two bytes";

    @TempDir
    Path data;

    private final HeldClock clock = HeldClock.start();

    private static Settings settings(String... namesAndValues) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            environment.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new SettingsReader(SettingsSchema.of(GROUP))
                .withoutFile()
                .environment(environment)
                .read();
    }

    private IssuerKeys keys(String... namesAndValues) {
        return JWT.keys(settings(namesAndValues), data, clock);
    }

    private Jwts jwts(IssuerKeys keys) {
        return new Jwts(keys, JWT.policy(settings(), JwtPolicy.JWT), clock);
    }

    private String token(IssuerKeys keys) {
        return jwts(keys)
                .sign(new Jwt("id", "42", clock.instant(), clock.instant().plusSeconds(900), Document.empty()));
    }

    private Path pem(String name, int bits, String permissions) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return pem(name, generator, permissions);
    }

    private Path pem(String name, KeyPairGenerator generator, String permissions) throws Exception {
        byte[] der = generator.generateKeyPair().getPrivate().getEncoded();
        Path file = data.resolve(name);
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                        + "\n-----END PRIVATE KEY-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void aSecretOfTheDocumentedVariableSigns() {
        String token = token(keys("JWT_SECRET", ONE));
        assertThat(jwts(keys("YOROZU_SYSTEMS_TOKENS_JWT_SECRET", ONE)).verify(token))
                .isInstanceOf(Valid.class);
        assertThat(jwts(keys("JWT_SECRET", TWO)).verify(token)).isNotInstanceOf(Valid.class);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void anOlderSecretIsStillAccepted() {
        String token = token(keys("JWT_SECRET", ONE));
        IssuerKeys both = keys("JWT_SECRET", TWO, "YOROZU_SYSTEMS_TOKENS_JWT_OLD_SECRETS", ONE);
        assertThat(jwts(both).verify(token)).isInstanceOf(Valid.class);
        assertThat(jwts(keys("JWT_SECRET", TWO)).verify(token(both))).isInstanceOf(Valid.class);
        assertThat(both.rotate()).isEmpty();
    }

    @Test
    void aShortSecretStopsTheStartAndIsNotShown() {
        assertThatThrownBy(() -> settings("JWT_SECRET", "thirty-one bytes are too few..."))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("systems.tokens.jwt.secret")
                .hasMessageContaining("at least 32 bytes")
                .hasMessageNotContaining("thirty-one");
    }

    @Test
    void theSameSecretTwiceStopsTheStart() {
        assertThatThrownBy(() -> keys("JWT_SECRET", ONE, "YOROZU_SYSTEMS_TOKENS_JWT_OLD_SECRETS", ONE))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("the same key twice");
    }

    @Test
    void aSkewOfMoreThanThirtySecondsStopsTheStart() {
        assertThatThrownBy(() -> settings("YOROZU_SYSTEMS_TOKENS_JWT_SKEW", "31s"))
                .isInstanceOf(SettingsException.class);
    }

    @Test
    void keysAreMadeOnceAndKeptForTheirOwnerOnly() throws IOException {
        for (Algorithm algorithm : Algorithm.values()) {
            String token = token(keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", algorithm.name()));
            IssuerKeys again = keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", algorithm.name());
            assertThat(again.get().newest().algorithm()).isEqualTo(algorithm);
            assertThat(jwts(again).verify(token)).isInstanceOf(Valid.class);
            assertThat(Files.getPosixFilePermissions(data.resolve("tokens.jwks")))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void anotherAlgorithmMakesANewKeyAndTheOldOneIsStillAccepted() {
        String token = token(keys());
        IssuerKeys changed = keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", "RS256");
        assertThat(changed.get().newest().algorithm()).isEqualTo(Algorithm.RS256);
        assertThat(jwts(changed).verify(token)).isInstanceOf(Valid.class);
    }

    /** Threads stand for processes here: a monitor gives them their turns, and to processes that one file is made once. */
    @Test
    void allThatStartAtOnceOnOneDirectoryAgreeOnOneKey() throws Exception {
        List<String> names = Race.run(
                8,
                () -> keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", "es256")
                        .get()
                        .newest()
                        .name());

        assertThat(names.stream().distinct()).hasSize(1);
        assertThat(keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", "es256").get().all())
                .hasSize(1);
    }

    @Test
    void publicKeysOfEveryAlgorithmAreShownWithoutTheirSecrets() {
        for (String algorithm : List.of("rs256", "es256", "eddsa")) {
            IssuerKeys keys = keys("YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", algorithm);
            SigningKey newest = keys.get().newest();
            assertThat(newest.algorithm()).isEqualTo(keys.algorithm());
            assertThat(keys.get().jwks())
                    .contains("\"kid\":\"" + newest.name() + "\"")
                    .contains("\"alg\":\"" + newest.algorithm() + "\"")
                    .doesNotContain("\"d\":");
        }
    }

    @Test
    void pemFilesHoldKeysOfEveryAlgorithmWithAPublicKey() throws Exception {
        KeyPairGenerator elliptic = KeyPairGenerator.getInstance("EC");
        elliptic.initialize(new ECGenParameterSpec("secp256r1"));
        Path es256 = pem("es256.pem", elliptic, "rw-------");
        Path edDsa = pem("eddsa.pem", KeyPairGenerator.getInstance("Ed25519"), "rw-------");
        Path rs256 = pem("rs256.pem", 2048, "rw-------");
        IssuerKeys keys = keys(
                "YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM",
                "eddsa",
                "YOROZU_SYSTEMS_TOKENS_JWT_KEY_FILES",
                edDsa + "," + es256 + "," + rs256);
        assertThat(keys.get().all())
                .extracting(SigningKey::algorithm)
                .containsExactly(Algorithm.EdDSA, Algorithm.ES256, Algorithm.RS256);
        assertThat(jwts(keys).verify(token(keys))).isInstanceOf(Valid.class);

        String former = token(keys(
                "YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM", "es256", "YOROZU_SYSTEMS_TOKENS_JWT_KEY_FILES", "" + es256));
        assertThat(jwts(keys).verify(former)).isInstanceOf(Valid.class);
        assertThatThrownBy(() -> keys(
                        "YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM",
                        "rs256",
                        "YOROZU_SYSTEMS_TOKENS_JWT_KEY_FILES",
                        "" + es256))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("is a key of ES256");
    }

    @Test
    void aRotationKeepsOlderKeysForAsLongAsTheirTokensLive() {
        IssuerKeys keys = keys();
        String first = token(keys);
        String oldName = keys.get().newest().name();

        assertThat(keys.rotate()).isPresent();
        assertThat(keys.get().newest().name()).isNotEqualTo(oldName);
        assertThat(jwts(keys).verify(first)).isInstanceOf(Valid.class);
        assertThat(jwts(keys()).verify(first)).isInstanceOf(Valid.class);

        clock.advance(Duration.ofMinutes(15).plusSeconds(30).minusMillis(1));
        assertThat(jwts(keys()).verify(first)).isInstanceOf(Valid.class);
        assertThat(keys().get().all()).extracting(SigningKey::name).contains(oldName);
        clock.advance(Duration.ofMillis(1));
        assertThat(keys().get().all()).extracting(SigningKey::name).doesNotContain(oldName);
        assertThat(keys().get().newest().name()).isEqualTo(keys.get().newest().name());
    }

    @Test
    void manyRotationsAtOnceKeepTheNewestKeys() {
        IssuerKeys keys = keys();
        for (int i = 0; i < 20; i++) {
            String before = token(keys);
            keys.rotate();
            assertThat(jwts(keys).verify(before)).isInstanceOf(Valid.class);
        }
        assertThat(keys.get().all()).hasSize(8);
        assertThat(keys().get().all())
                .extracting(SigningKey::name)
                .isEqualTo(keys.get().all().stream().map(SigningKey::name).toList());
    }

    @Test
    void keysThatOthersCanReadOrThatAreDamagedStopTheStart() throws IOException {
        keys();
        Path file = data.resolve("tokens.jwks");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(this::keys).isInstanceOf(StartException.class).hasMessageContaining("can be read by others");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String whole = Files.readString(file);
        for (String damaged : List.of(
                "", "{", whole.substring(0, whole.length() / 2), whole.replaceFirst("\"kid\":\"[^\"]*\",?", ""))) {
            Files.writeString(file, damaged);
            assertThatThrownBy(this::keys).isInstanceOf(StartException.class).hasMessageContaining("damaged");
        }
    }

    @Test
    void keysOfPemFilesSignAndAreAccepted() throws Exception {
        Path one = pem("one.pem", 2048, "rw-------");
        Path two = pem("two.pem", 2048, "rw-------");
        String token = token(rsa(one));
        assertThat(jwts(rsa(two, one)).verify(token)).isInstanceOf(Valid.class);
        assertThat(jwts(rsa(two)).verify(token)).isNotInstanceOf(Valid.class);
        assertThat(rsa(two, one).get().jwks()).contains(rsa(one).get().newest().name());
    }

    @Test
    void filesThatHoldNoGoodKeyStopTheStart() throws Exception {
        Path text = Files.writeString(data.resolve("text.pem"), "no key");
        Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
        refused(text, "holds no RSA key");
        refused(data.resolve("missing.pem"), "cannot be read");
        refused(pem("open.pem", 2048, "rw-r--r--"), "can be read by others");
        refused(pem("small.pem", 1024, "rw-------"), "needs from 2048");
    }

    private void refused(Path file, String message) {
        assertThatThrownBy(() -> rsa(file)).isInstanceOf(StartException.class).hasMessageContaining(message);
    }

    private IssuerKeys rsa(Path... files) {
        return keys(
                "YOROZU_SYSTEMS_TOKENS_JWT_ALGORITHM",
                "rs256",
                "YOROZU_SYSTEMS_TOKENS_JWT_KEY_FILES",
                String.join(",", Arrays.stream(files).map(Path::toString).toList()));
    }
}
