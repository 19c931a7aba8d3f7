package dev.yorozu;

import java.time.Instant;

/**
 * What a client is given at a sign-in or a refresh. The text form shows neither token.
 *
 * @param accessToken a signed JWT, shown with each request
 * @param refreshToken good once, for the next pair
 * @param accessEndsAt when the access token ends
 * @param refreshEndsAt when the refresh token ends
 */
public record TokenPair(
        String user, String accessToken, String refreshToken, Instant accessEndsAt, Instant refreshEndsAt) {
    @Override
    public String toString() {
        return "TokenPair[of " + user + ", until " + refreshEndsAt + "]";
    }
}
