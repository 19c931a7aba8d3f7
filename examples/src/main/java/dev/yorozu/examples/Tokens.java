package dev.yorozu.examples;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshLayout;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.RevocationLayout;
import dev.yorozu.token.Rotation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** Access tokens and refresh tokens on the embedded store: issued, checked, rotated, revoked. */
public final class Tokens {
    private Tokens() {}

    /**
     * A try with a secret that is gone afterwards.
     *
     * @param arguments the directory of the store, {@code data} where it is not given
     */
    public static void main(String[] arguments) {
        run(
                Path.of(arguments.length > 0 ? arguments[0] : "data"),
                RandomTokens.secure().bytes(32),
                System.out);
    }

    /** @param secret at least 32 bytes, the same at every start: what they signed outlives the program */
    static void run(Path data, byte[] secret, PrintStream out) {
        try (Store store = RocksStore.open(data)) {
            InstantSource clock = InstantSource.system();
            RefreshTokens logins = new RefreshTokens(
                    store,
                    RefreshLayout.TOKENS,
                    RefreshPolicy.STANDARD,
                    Storage.HARDENED,
                    RandomTokens.secure(),
                    clock);
            SigningKeys keys = SigningKeys.of(SigningKey.hs256(secret));
            JwtPolicy policy = new JwtPolicy("https://example.com", "shop", JwtPolicy.JWT, Duration.ofSeconds(30));
            AccessTokens tokens =
                    new AccessTokens(store, new Jwts(keys, policy, clock), RevocationLayout.TOKENS, clock);

            // Hanako signs in: a refresh token for her phone, and a signed access token for fifteen minutes.
            Pair pair = logins.issue("42", Document.empty().with("device", "phone"));
            Document claims = Document.empty().with("username", "hanako");
            String access = tokens.sign("42", pair.access(), claims);
            out.println("signed in: " + answer(tokens.verify(access)));

            // The access token is about to end: the refresh token is spent for the next pair.
            switch (logins.rotate(pair.refreshToken())) {
                case Rotation.Rotated rotated -> {
                    access = tokens.sign("42", rotated.pair().access(), claims);
                    out.println("refreshed: " + answer(tokens.verify(access)));
                }
                case Rotation.Repeated repeated -> out.println("a retry within ten seconds: the same pair once more");
                case Rotation.Reused reused -> out.println("spent long ago: the login is ended");
                case Rotation.Refused refused -> out.println("no token that lives");
            }

            // She lost her phone: one step ends every token she has, the access tokens too.
            out.println("logins ended: " + logins.endAll("42"));
            out.println("signed out: " + answer(tokens.verify(access)));
        }
    }

    private static String answer(Verification verification) {
        return switch (verification) {
            case Verification.Valid valid ->
                "200 " + valid.jwt().claims().text("username").orElse("somebody");
            case Verification.Invalid invalid -> "401";
        };
    }
}
