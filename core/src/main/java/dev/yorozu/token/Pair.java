package dev.yorozu.token;

/**
 * What a client is given: a refresh token, and the access token to sign for it. Its text form shows no secret.
 *
 * @param login the login whose current refresh token this is
 */
public record Pair(Login login, String refreshToken, Access access) {
    @Override
    public String toString() {
        return "Pair[" + login.family() + " of " + login.user() + "]";
    }
}
