package dev.yorozu.credential;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import java.util.Optional;

/**
 * What a client presents: {@code yrz_NAME_} and 256 random bits. It says which credential it belongs to, so that clients that
 * know only a password, or only a bearer token, are found without a list of digests. Its text form does not show it.
 */
public record CredentialSecret(String name, String text) {
    private static final String MARK = "yrz_";
    private static final int RANDOM_BYTES = 32;
    private static final int RANDOM_CHARACTERS = 43;

    /** A new one for the credential of this name. */
    static CredentialSecret next(String name, RandomTokens random) {
        return new CredentialSecret(name, MARK + name + '_' + random.base64url(RANDOM_BYTES));
    }

    /** Reads what was presented; empty where that can be no secret. */
    public static Optional<CredentialSecret> of(String presented) {
        int end = presented.indexOf('_', MARK.length());
        boolean shaped = presented.startsWith(MARK) && end > 0 && presented.length() == end + 1 + RANDOM_CHARACTERS;
        return shaped && Credential.isName(presented.substring(MARK.length(), end))
                ? Optional.of(new CredentialSecret(presented.substring(MARK.length(), end), presented))
                : Optional.empty();
    }

    String digest() {
        return Digests.base64url(text);
    }

    @Override
    public String toString() {
        return MARK + name + "_…";
    }
}
