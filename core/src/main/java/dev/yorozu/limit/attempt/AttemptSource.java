package dev.yorozu.limit.attempt;

/**
 * Where attempts to sign in come from.
 *
 * @param address the address as limits count it, fit for a key
 * @param digest a digest that stands for the address, which may be kept for months
 */
public record AttemptSource(String address, String digest) {
    /** Where limits count addresses by their digests. */
    public static AttemptSource of(String digest) {
        return new AttemptSource(digest, digest);
    }
}
