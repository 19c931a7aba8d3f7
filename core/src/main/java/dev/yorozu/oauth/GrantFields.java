package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The names of the fields in which a session keeps what a provider granted.
 *
 * @param scope empty where it is not kept
 * @param tokenType empty where it is not kept
 * @param defaultLife the life of an access token where the provider does not say
 */
public record GrantFields(
        String accessToken,
        String refreshToken,
        Optional<String> scope,
        Optional<String> tokenType,
        String accessExpiresAt,
        Duration defaultLife) {
    /** As the documented Discord sessions name them. */
    public static final GrantFields DISCORD = new GrantFields(
            "access_token",
            "refresh_token",
            Optional.of("scope"),
            Optional.of("token_type"),
            "access_expires_at",
            Duration.ofHours(1));

    /** As the documented Patreon sessions name them: a token of which nothing is said lives as long as the session. */
    public static final GrantFields PATREON = new GrantFields(
            "accessToken", "refreshToken", Optional.empty(), Optional.empty(), "expiresAt", Duration.ofDays(30));

    /**
     * The attributes with the grant in them. What a grant leaves out stays as it was (RFC 6749, section 6), but for the
     * end of the access token, which belonged to the token before.
     *
     * @param asked when the provider was asked, from where the token's life is counted
     */
    public Document write(Document attributes, Grant grant, Instant asked) {
        Document with =
                attributes.with(accessToken, grant.accessToken()).withIfPresent(refreshToken, grant.refreshToken());
        with = with.withIfPresent(scope.orElse(""), scope.flatMap(field -> grant.scope()))
                .withIfPresent(tokenType.orElse(""), tokenType.map(field -> grant.tokenType()));
        return with.with(
                accessExpiresAt,
                asked.plus(grant.expiresIn().orElse(defaultLife)).toEpochMilli());
    }

    /** The provider's access token; empty where there is none that can be opened. */
    public Optional<String> accessToken(Session session) {
        return session.secret(accessToken);
    }

    /** The provider's refresh token; empty where there is none, and nothing can be renewed. */
    public Optional<String> refreshToken(Session session) {
        return session.secret(refreshToken).filter(text -> !text.isEmpty());
    }

    /** When the provider's access token ends; empty where that is not kept. */
    public Optional<Instant> accessEnd(Session session) {
        OptionalLong end = session.number(accessExpiresAt);
        return end.isPresent() ? Optional.of(Instant.ofEpochMilli(end.getAsLong())) : Optional.empty();
    }
}
