package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.Optional;

/** The names of the fields in which a session keeps what a provider granted. */
public record GrantFields(
        String accessToken, String refreshToken, String scope, String tokenType, String accessExpiresAt) {
    /** As the documented sessions name them. */
    public static final GrantFields DOCUMENTED =
            new GrantFields("access_token", "refresh_token", "scope", "token_type", "access_expires_at");

    /**
     * The attributes with the grant in them. What a grant leaves out stays as it was (RFC 6749, section 6), but for the
     * end of the access token, which belonged to the token before.
     *
     * @param asked when the provider was asked, from where the token's life is counted
     */
    public Document write(Document attributes, Grant grant, Instant asked) {
        Document written = attributes
                .with(accessToken, grant.accessToken())
                .withIfPresent(refreshToken, grant.refreshToken())
                .withIfPresent(scope, grant.scope())
                .with(tokenType, grant.tokenType());
        Optional<Instant> end = grant.expiresIn().map(asked::plus);
        return end.isPresent()
                ? written.with(accessExpiresAt, end.get().toEpochMilli())
                : written.without(accessExpiresAt);
    }
}
