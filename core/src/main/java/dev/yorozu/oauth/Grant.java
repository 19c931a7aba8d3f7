package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a token endpoint grants. Its text form shows no token.
 *
 * @param expiresIn how long the access token lasts; empty when the provider does not say
 * @param refreshToken empty when there is none, or when the one before stays in use
 * @param idToken who signed in, signed by the provider; only with OpenID Connect
 * @param further what else the provider says with it
 */
public record Grant(
        String accessToken,
        String tokenType,
        Optional<Duration> expiresIn,
        Optional<String> refreshToken,
        Optional<String> scope,
        Optional<String> idToken,
        Document further) {
    private static final Duration LONGEST = Duration.ofDays(3650);

    private static final Set<String> NAMES =
            Set.of("access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token");

    /** Reads the answer of a token endpoint (RFC 6749, section 5.1); empty when it grants nothing. */
    static Optional<Grant> read(Document answer) {
        return filled(answer, "access_token")
                .map(access -> new Grant(
                        access,
                        answer.text("token_type").orElse("Bearer"),
                        expiry(answer),
                        filled(answer, "refresh_token"),
                        answer.text("scope"),
                        filled(answer, "id_token"),
                        answer.without(NAMES)));
    }

    /** The same as the token endpoint of a provider says it, for a client that keeps its tokens itself. */
    public Document answer() {
        Document answer =
                Document.empty().with("access_token", accessToken).withIfPresent("refresh_token", refreshToken);
        if (expiresIn.isPresent()) {
            answer = answer.with("expires_in", expiresIn.get().toSeconds());
        }
        return answer.withIfPresent("scope", scope)
                .with("token_type", tokenType)
                .withIfPresent("id_token", idToken)
                .withAll(further);
    }

    /** Tokens are made of printable ASCII (RFC 6749, appendix A); what is not could be sent in no header. */
    private static Optional<String> filled(Document answer, String name) {
        return answer.text(name).filter(text -> !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~'));
    }

    private static Optional<Duration> expiry(Document answer) {
        long seconds = Math.min(answer.number("expires_in").orElse(0), LONGEST.toSeconds());
        return seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty();
    }

    @Override
    public String toString() {
        return "Grant[" + tokenType + ", expires in " + expiresIn + "]";
    }
}
