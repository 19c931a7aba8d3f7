package dev.yorozu.server.oauth;

import java.util.Optional;

/** The tokens of one system, as programs ask about them and revoke them by the standards. Safe for use by many threads. */
public interface OAuthTokens {
    /**
     * What there is to say of a token that counts now; empty for every other text. The store is asked once for an access token,
     * and nothing is remembered: what was revoked is empty from the next question on. A fault of the store escapes as an exception.
     */
    Optional<ActiveToken> find(String token);

    /**
     * Ends what a token stands for: the login of a refresh token, with its access tokens; an access token by its id.
     *
     * @return whose it was; empty where there was nothing to end
     */
    Optional<Revoked> revoke(String token);

    /**
     * A token that counts no more.
     *
     * @param reference what the audit log calls it: it grants no access
     */
    record Revoked(String user, String reference) {}
}
