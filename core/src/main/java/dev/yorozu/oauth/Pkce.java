package dev.yorozu.oauth;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;

/**
 * The secret of one sign-in (RFC 7636, S256 only): the challenge goes out with the browser, and only the client that knows the
 * verifier can use the code that comes back.
 */
public record Pkce(String verifier) {
    public static final String METHOD = "S256";

    /** A verifier that cannot be guessed: 32 random bytes, 43 characters. */
    public static Pkce create(RandomTokens random) {
        return new Pkce(random.base64url(32));
    }

    public String challenge() {
        return Digests.base64url(verifier);
    }

    @Override
    public String toString() {
        return "Pkce[…]";
    }
}
