package dev.yorozu.jwt;

import java.time.Duration;

/**
 * What the tokens of one issuer say about themselves, and how far clocks may differ.
 *
 * @param issuer the {@code iss} of every token
 * @param audience the {@code aud} of every token: who is to accept them
 * @param type the {@code typ} in the header, which keeps one kind of token from passing for another
 * @param skew how far the clocks of those who sign and check may differ; at most 30 seconds
 */
public record JwtPolicy(String issuer, String audience, String type, Duration skew) {
    public static final Duration GREATEST_SKEW = Duration.ofSeconds(30);

    /** The type of an ordinary token. */
    public static final String JWT = "JWT";

    public JwtPolicy {
        requireText(issuer);
        requireText(audience);
        requireText(type);
        if (skew.isNegative() || skew.compareTo(GREATEST_SKEW) > 0) {
            throw new IllegalArgumentException("Clocks may differ by 0 to 30 seconds");
        }
    }

    private static void requireText(String text) {
        if (text.isBlank() || text.length() > 256) {
            throw new IllegalArgumentException("Issuer, audience and type of tokens are texts of 1 to 256 characters");
        }
    }
}
