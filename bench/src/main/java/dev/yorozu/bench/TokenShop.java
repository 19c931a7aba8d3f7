package dev.yorozu.bench;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshLayout;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.RevocationLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The tokens of a store, signed with a key that the measured server has too. */
record TokenShop(RefreshTokens refresh, AccessTokens access) {
    static final String ISSUER = "yorozu";
    static final String AUDIENCE = "yorozu";
    static final String SECRET = "bench-secret-of-more-than-32-bytes-for-HS256";

    /** Somebody who signs in on one device. */
    record User(String id, UUID device) {
        Document attributes() {
            return Document.empty().with("DevicePublicId", device.toString());
        }
    }

    static byte[] secret() {
        return SECRET.getBytes(StandardCharsets.UTF_8);
    }

    /** As the token store has it, but for access tokens that outlive a run. */
    private static final RefreshPolicy POLICY = new RefreshPolicy(
            RefreshPolicy.STANDARD.life(),
            RefreshPolicy.STANDARD.absoluteLife(),
            Duration.ofDays(1),
            RefreshPolicy.STANDARD.skew(),
            RefreshPolicy.STANDARD.grace(),
            RefreshPolicy.STANDARD.maxPerUser(),
            RefreshPolicy.STANDARD.rememberUsed(),
            RefreshPolicy.STANDARD.maxRemembered());

    static TokenShop of(Store store) {
        InstantSource clock = InstantSource.system();
        JwtPolicy policy = new JwtPolicy(ISSUER, AUDIENCE, "JWT", POLICY.skew());
        Jwts jwts = new Jwts(SigningKeys.of(SigningKey.hs256(secret())), policy, clock);
        return new TokenShop(
                new RefreshTokens(
                        store, RefreshLayout.TOKENS, POLICY, Storage.DOCUMENTED, RandomTokens.secure(), clock),
                new AccessTokens(store, jwts, RevocationLayout.TOKENS, clock));
    }

    /** One login for each of these users. */
    List<Pair> logins(List<User> users) {
        List<Pair> pairs = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Pair>> coming = new ArrayList<>();
            for (User user : users) {
                coming.add(executor.submit(() -> refresh.issue(user.id(), user.attributes())));
            }
            for (Future<Pair> pair : coming) {
                pairs.add(pair.get());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Cannot sign in", e);
        }
        return pairs;
    }

    String sign(Pair pair) {
        String user = pair.login().user();
        Document claims = Document.empty()
                .with("email", "user" + user + "@example.com")
                .with("username", "User " + user)
                .with("userId", user)
                .with("roles", List.of("user"));
        return access.sign(user, pair.access(), claims);
    }
}
