package dev.yorozu.login;

import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.token.RevocationLayout;
import java.util.List;
import java.util.Set;

/**
 * How a session's JSON names what belongs to its tokens, and where tokens are revoked by their ids.
 *
 * @param access the field with the current access token: its text, or its digest where storage is hardened
 * @param refresh the field with the current refresh token: its text, or its digest where storage is hardened
 * @param spent the field with the digest of the refresh token that was spent for the current one
 * @param spentAt the field with the time of that, in milliseconds since 1970
 * @param successor the field with the current pair, sealed under the spent token; only where storage is hardened
 * @param remembered the field that says whether the user asked to stay signed in
 */
public record LoginLayout(
        String access,
        String refresh,
        String spent,
        String spentAt,
        String successor,
        String remembered,
        RevocationLayout revokedAccess,
        RevocationLayout revokedRefresh) {
    /** The user API. */
    public static final LoginLayout USERS = new LoginLayout(
            "access_token",
            "refresh_token",
            "spent_refresh",
            "spent_at",
            "successor",
            "remember_me",
            RevocationLayout.byId(UserKeys.REVOKED_ACCESS, "true"),
            RevocationLayout.byId(UserKeys.REVOKED_REFRESH, "true"));

    public LoginLayout {
        if (Set.copyOf(List.of(access, refresh, spent, spentAt, successor, remembered))
                        .size()
                != 6) {
            throw new IllegalArgumentException("Each field of a login has a name of its own");
        }
        if (revokedAccess.revoked().equals(revokedRefresh.revoked())) {
            throw new IllegalArgumentException("Access and refresh tokens are revoked at keys of their own");
        }
    }
}
