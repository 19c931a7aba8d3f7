package dev.yorozu.jwt;

import java.time.Duration;
import java.util.Optional;

/**
 * What the tokens of one issuer say about themselves, and how far clocks may differ.
 *
 * @param issuer the {@code iss} of every token
 * @param audience the {@code aud} of every token: the servers that are to accept them
 * @param formerAudience the {@code aud} that tokens of this type named when they were issued earlier; those still count
 * @param type the {@code typ} in the header, which keeps one kind of token from passing for another
 * @param skew how far the clocks of servers that sign and check may differ; at most 30 seconds
 */
public record JwtPolicy(String issuer, String audience, Optional<String> formerAudience, String type, Duration skew) {
    public static final Duration GREATEST_SKEW = Duration.ofSeconds(30);

    /** The type of an ordinary token. */
    public static final String JWT = "JWT";

    public JwtPolicy {
        requireText(issuer);
        requireText(audience);
        formerAudience.ifPresent(JwtPolicy::requireText);
        requireText(type);
        if (skew.isNegative() || skew.compareTo(GREATEST_SKEW) > 0) {
            throw new IllegalArgumentException("Clocks may differ by 0 to 30 seconds");
        }
    }

    public JwtPolicy(String issuer, String audience, String type, Duration skew) {
        this(issuer, audience, Optional.empty(), type, skew);
    }

    /**
     * The policy of tokens that only the issuer is to accept, such as refresh tokens: they name the issuer as their
     * audience. A library that checks issuer, audience and algorithm, as most do, and not the type, refuses them then
     * wherever the tokens of this policy are accepted. Issued earlier they named the audience of this policy, and still
     * count for the issuer.
     */
    public JwtPolicy forIssuerAlone(String otherType) {
        return new JwtPolicy(issuer, issuer, Optional.of(audience), otherType, skew);
    }

    private static void requireText(String text) {
        if (text.isBlank() || text.length() > 256) {
            throw new IllegalArgumentException("Issuer, audience and type of tokens are texts of 1 to 256 characters");
        }
    }
}
