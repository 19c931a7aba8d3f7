package dev.yorozu.server.verifying;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.patreon.PatreonSite;
import dev.yorozu.server.systems.patreon.PatronApp;
import dev.yorozu.server.systems.tokens.App;
import dev.yorozu.server.systems.tokens.TokenSite;
import dev.yorozu.server.systems.users.UserApp;
import dev.yorozu.server.systems.users.UsersSite;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Tokens that running systems issued with the settings that they have by themselves, and some that nobody may accept. */
final class IssuedTokens implements AutoCloseable {
    private static final Duration SKEW = Duration.ofSeconds(30);
    private static final Set<String> RESERVED = Set.of("jti", "sub", "iat", "exp", "iss", "aud");

    private final UsersSite users;
    private final TokenSite tokens;
    private final PatreonSite patreon;
    private final List<OfSystem> systems;

    /**
     * @param access what a program is to accept
     * @param others what it is not, by what they are, the refresh token among them
     */
    record OfSystem(String name, String subject, String access, String refresh, Map<String, String> others) {}

    private IssuedTokens(UsersSite users, TokenSite tokens, PatreonSite patreon) throws Exception {
        this.users = users;
        this.tokens = tokens;
        this.patreon = patreon;
        App device = tokens.app(tokens.user());
        PatronApp patron = patreon.app(patreon.user(300));
        patron.token().isOk();
        systems = List.of(
                ofUsers(users.app(users.user())),
                ofSecret("tokens", device.access(), device.refreshToken(), patron.access()),
                ofSecret("patreon", patron.access(), patron.refreshToken(), device.access()));
    }

    /** All with the clock of this machine, which is that of the libraries. */
    static IssuedTokens start() throws Exception {
        InstantSource clock = InstantSource.system();
        return new IssuedTokens(
                UsersSite.of(clock, Storage.DOCUMENTED),
                TokenSite.of(
                        clock,
                        Storage.DOCUMENTED,
                        Map.of("systems.tokens.jwt.issuer", "yorozu", "systems.tokens.jwt.audience", "yorozu")),
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.jwtSecret", sharedSecret())));
    }

    private static String sharedSecret() {
        return new String(TokenSite.SECRET, StandardCharsets.UTF_8);
    }

    /** Where the user API is. */
    String server() {
        return users.server().server().url().toString();
    }

    String secret() {
        return sharedSecret();
    }

    List<OfSystem> systems() {
        return systems;
    }

    Duration keysAreKeptFor() throws Exception {
        String kept = users.app().get("/.well-known/jwks.json").isOk().header("Cache-Control");
        return Duration.ofSeconds(Long.parseLong(kept.replaceFirst(".*max-age=", "")));
    }

    private OfSystem ofUsers(UserApp app) throws Exception {
        Document header = UserApp.header(app.access());
        Document claims = UserApp.claims(app.access());
        String issuer = claims.text("iss").orElseThrow();
        String audience = claims.text("aud").orElseThrow();
        Jwt jwt = jwt(claims);
        Map<String, String> others = new LinkedHashMap<>();
        others.put("a refresh token", app.refreshToken());
        others.put("an earlier refresh token", users.sign(new JwtPolicy(issuer, audience, "rt+jwt", SKEW), jwt));
        others.put("another audience", users.sign(new JwtPolicy(issuer, "another", "at+jwt", SKEW), jwt));
        others.put("another issuer", users.sign(new JwtPolicy("https://b.example", audience, "at+jwt", SKEW), jwt));
        others.put("the public key as a secret", hmac(header.with("alg", "HS256"), claims, "HmacSHA256", publicKey()));
        others.put("unsigned", unsigned(header, claims));
        return new OfSystem("users", jwt.subject(), app.access(), app.refreshToken(), others);
    }

    private static OfSystem ofSecret(String name, String access, String refresh, String sibling) {
        Document header = UserApp.header(access);
        Document claims = UserApp.claims(access);
        String issuer = claims.text("iss").orElseThrow();
        String audience = claims.text("aud").orElseThrow();
        Jwt jwt = jwt(claims);
        Map<String, String> others = new LinkedHashMap<>();
        others.put("a refresh token", refresh);
        others.put("a token of the other system with this secret", sibling);
        others.put("another audience", sign(new JwtPolicy(issuer, "another", "JWT", SKEW), jwt));
        others.put("another issuer", sign(new JwtPolicy("another", audience, "JWT", SKEW), jwt));
        others.put("another type", sign(new JwtPolicy(issuer, audience, "rt+jwt", SKEW), jwt));
        others.put("another algorithm", hmac(header.with("alg", "HS512"), claims, "HmacSHA512", TokenSite.SECRET));
        others.put("unsigned", unsigned(header, claims));
        return new OfSystem(name, jwt.subject(), access, refresh, others);
    }

    private static Jwt jwt(Document claims) {
        return new Jwt(
                claims.text("jti").orElseThrow(),
                claims.text("sub").orElseThrow(),
                Instant.ofEpochSecond(claims.number("iat").orElseThrow()),
                Instant.ofEpochSecond(claims.number("exp").orElseThrow()),
                claims.without(RESERVED));
    }

    private static String sign(JwtPolicy policy, Jwt jwt) {
        SigningKeys keys = SigningKeys.of(SigningKey.hs256(TokenSite.SECRET));
        return new Jwts(keys, policy, InstantSource.system()).sign(jwt);
    }

    private byte[] publicKey() throws Exception {
        String keys = users.app().get("/.well-known/jwks.json").isOk().body();
        return ((RSAKey) JWKSet.parse(keys).getKeys().getFirst()).toPublicKey().getEncoded();
    }

    private static String unsigned(Document header, Document claims) {
        return encoded(header.with("alg", "none")) + "." + encoded(claims) + ".";
    }

    private static String hmac(Document header, Document claims, String algorithm, byte[] secret) {
        String content = encoded(header) + "." + encoded(claims);
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(secret, algorithm));
            return content + "." + encoded(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + algorithm, e);
        }
    }

    private static String encoded(Document json) {
        return encoded(json.bytes().toArray());
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        users.close();
        tokens.close();
        patreon.close();
    }
}
