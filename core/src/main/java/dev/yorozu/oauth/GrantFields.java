package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import java.time.Duration;
import java.time.Instant;

/** The names of the fields in which a session keeps what a provider granted. */
public record GrantFields(
        String accessToken, String refreshToken, String scope, String tokenType, String accessExpiresAt) {
    /** As the documented sessions name them. */
    public static final GrantFields DOCUMENTED =
            new GrantFields("access_token", "refresh_token", "scope", "token_type", "access_expires_at");

    /** What the documented system took for the life of an access token where the provider does not say. */
    private static final Duration UNSAID = Duration.ofHours(1);

    /**
     * The attributes with the grant in them. What a grant leaves out stays as it was (RFC 6749, section 6), but for the
     * end of the access token, which belonged to the token before: unsaid, it is an hour away.
     *
     * @param asked when the provider was asked, from where the token's life is counted
     */
    public Document write(Document attributes, Grant grant, Instant asked) {
        return attributes
                .with(accessToken, grant.accessToken())
                .withIfPresent(refreshToken, grant.refreshToken())
                .withIfPresent(scope, grant.scope())
                .with(tokenType, grant.tokenType())
                .with(
                        accessExpiresAt,
                        asked.plus(grant.expiresIn().orElse(UNSAID)).toEpochMilli());
    }
}
