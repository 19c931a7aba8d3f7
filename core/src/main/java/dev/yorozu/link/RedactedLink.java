package dev.yorozu.link;

import dev.yorozu.secret.Digests;

/**
 * What may be written down about a link: enough to tell two apart, too little to open either.
 *
 * @param reference the beginning of the digest of its long token
 * @param shown the beginning of the token as people know it, with the rest left out
 */
public record RedactedLink(String reference, String shown) {
    private static final int REFERENCE = 16;
    private static final int SHOWN = 4;

    static RedactedLink of(String longToken, String shown) {
        return ofDigest(Digests.base64url(longToken), shown);
    }

    static RedactedLink ofDigest(String digest, String shown) {
        return new RedactedLink(digest.substring(0, REFERENCE), shown);
    }

    /** The first characters of whatever was presented as a token, four at most and never more than half of it. */
    public static String shown(String token) {
        String beginning = token.substring(0, Math.min(SHOWN, token.length() / 2));
        return beginning.replaceAll("[^A-Za-z0-9._-]", "?") + "…";
    }
}
