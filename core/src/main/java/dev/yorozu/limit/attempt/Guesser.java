package dev.yorozu.limit.attempt;

/**
 * Where guesses of a password come from.
 *
 * @param address the address as limits count it, fit for a key
 * @param digest a digest that stands for the address, which may be kept for months
 */
public record Guesser(String address, String digest) {
    /** Where limits count addresses by their digests. */
    public static Guesser of(String digest) {
        return new Guesser(digest, digest);
    }
}
