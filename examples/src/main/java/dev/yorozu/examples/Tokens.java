package dev.yorozu.examples;

import dev.yorozu.AppTokens;
import dev.yorozu.TokenPair;
import dev.yorozu.TokenRefresh;
import dev.yorozu.Yorozu;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.rocks.RocksStore;
import java.io.PrintStream;
import java.nio.file.Path;

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
        try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
            AppTokens tokens = yorozu.tokens("shop", SigningKeys.of(SigningKey.hs256(secret)));

            // Hanako signs in: a refresh token for her phone, and a signed access token for fifteen minutes.
            TokenPair pair = tokens.issue("hanako@example.com", Document.empty().with("username", "hanako"));
            out.println("signed in: " + answer(tokens.verify(pair.accessToken())));

            // The access token is about to end: the refresh token is spent for the next pair.
            switch (tokens.refresh(pair.refreshToken())) {
                case TokenRefresh.Refreshed refreshed -> {
                    pair = refreshed.tokens();
                    out.println("refreshed: " + answer(tokens.verify(pair.accessToken())));
                }
                case TokenRefresh.Reused reused -> out.println("spent long ago: the login is ended");
                case TokenRefresh.Refused refused -> out.println("no token that lives");
            }

            // She lost her phone: one step ends every token she has, the access tokens too.
            out.println("logins ended: " + tokens.revokeAll("hanako@example.com"));
            out.println("signed out: " + answer(tokens.verify(pair.accessToken())));
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
