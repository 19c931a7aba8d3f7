package dev.yorozu.nostalgic;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Passwords;
import java.util.regex.Pattern;

/**
 * How owners' tokens are kept: as salted, slow hashes. The platform's earlier program kept a bare SHA-256, some of its
 * versions in JSON quotes, which is still accepted and replaced the next time its token is used.
 */
final class OwnerTokens {
    private static final Pattern BARE = Pattern.compile("[0-9a-f]{64}");

    private final Passwords passwords;

    OwnerTokens(Passwords passwords) {
        this.passwords = passwords;
    }

    String hash(String token) {
        return passwords.hash(token);
    }

    /** A hash of a token in today's form; the one that is kept where the token is shorter than new ones may be. */
    String renewed(String token, String kept) {
        return isOutdated(kept) && passwords.objection(token).isEmpty() ? hash(token) : Earlier.unquoted(kept);
    }

    boolean matches(String token, String hash) {
        String plain = Earlier.unquoted(hash);
        return isBare(plain) ? Digests.same(Digests.hex(token), plain) : passwords.matches(token, plain);
    }

    boolean isOutdated(String hash) {
        return hash.startsWith("\"") || isBare(hash) || passwords.outdated(hash);
    }

    private static boolean isBare(String hash) {
        return BARE.matcher(hash).matches();
    }
}
