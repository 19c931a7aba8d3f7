package dev.yorozu.bench.token;

import dev.yorozu.bench.measure.Together;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The tokens of a store, signed with a key that the measured server has too. */
record TokenShop(Store store, Logins logins) {
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
    private static final LedgerPolicy POLICY = new LedgerPolicy(
            LedgerPolicy.STANDARD.life(),
            LedgerPolicy.STANDARD.absoluteLife(),
            Duration.ofDays(1),
            LedgerPolicy.STANDARD.skew(),
            LedgerPolicy.STANDARD.grace(),
            LedgerPolicy.STANDARD.maxPerUser(),
            LedgerPolicy.STANDARD.rememberUsed(),
            LedgerPolicy.STANDARD.maxRemembered());

    static TokenShop of(Store store) {
        InstantSource clock = InstantSource.system();
        JwtPolicy policy = new JwtPolicy(ISSUER, AUDIENCE, "JWT", POLICY.skew());
        Jwts jwts = new Jwts(SigningKeys.of(SigningKey.hs256(secret())), policy, clock);
        return new TokenShop(
                store,
                new Logins(store, LedgerLayout.TOKENS, POLICY, jwts, Storage.DOCUMENTED, RandomTokens.secure(), clock));
    }

    RefreshTokens refresh() {
        return new RefreshTokens(store, logins.lineage());
    }

    /** One login for each of these users. */
    List<Issued> signedIn(List<User> users) {
        return Together.make(users.size(), number -> {
            User user = users.get(number);
            return logins.issue(user.id(), user.attributes(), claims(user.id()));
        });
    }

    static Claims claims(String user) {
        return new Claims(
                user,
                Document.empty()
                        .with("email", "user" + user + "@example.com")
                        .with("username", "User " + user)
                        .with("userId", user)
                        .with("roles", List.of("user")));
    }
}
