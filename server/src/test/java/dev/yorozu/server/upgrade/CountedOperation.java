package dev.yorozu.server.upgrade;

import dev.yorozu.secret.Storage;

/**
 * What people do most, and how many round trips to the store each may take, limits and audit included.
 *
 * <p>Everybody has one other session meanwhile, at the same address, unless the name says otherwise. A check is not the
 * first, and no touch is due.
 */
enum CountedOperation {
    DISCORD_START(2, 2),
    DISCORD_SIGN_IN(5, 5),
    DISCORD_CHECK(1, 1),
    DISCORD_CHECK_AND_TOUCH(3, 3),
    /** A check that finds Discord's tokens about to end, and renews them. */
    DISCORD_RENEWAL(5, 5),
    DISCORD_LOGOUT(4, 4),
    DISCORD_LOGOUT_ALL(7, 7),
    DISCORD_LOGOUT_ALL_OF_FOUR(9, 7),

    OIDC_START(2, 2),
    OIDC_SIGN_IN(6, 6),
    OIDC_CHECK(2, 2),
    OIDC_LOGOUT(4, 4),

    USERS_SIGN_IN(11, 11),
    USERS_CHECK(1, 1),
    USERS_CHECK_AND_TOUCH(2, 2),
    USERS_REFRESH(4, 4),
    /** The token just spent once more, within the grace. */
    USERS_REFRESH_RETRY(3, 3),
    /** In documented storage the tokens of what has ended are put on the lists of revoked ones besides. */
    USERS_LOGOUT(new Bound(11, 8), new Bound(9, 8)),
    USERS_REVOKE_ALL(new Bound(13, 9), new Bound(9, 8)),
    USERS_REVOKE_ALL_OF_FOUR(new Bound(19, 9), new Bound(11, 8)),

    TOKENS_SIGN_IN(11, 11),
    TOKENS_CHECK(1, 1),
    TOKENS_REFRESH(7, 3),
    TOKENS_REFRESH_RETRY(6, 4),
    TOKENS_LOGOUT(12, 9),
    TOKENS_LOGOUT_OTHERS(10, 8),
    /** By an operator, whose own check is counted along. */
    TOKENS_REVOKE_ALL(9, 6),
    TOKENS_REVOKE_ALL_OF_FOUR(13, 6),

    /** Ends the session of the user's other device. */
    PATREON_SIGN_IN(11, 11),
    PATREON_VALIDATE(1, 1),
    /** With a signed token, which names the session. */
    PATREON_CHECK(1, 1),
    PATREON_TOKEN(3, 3),
    PATREON_REFRESH(7, 6),
    PATREON_REFRESH_RETRY(5, 4),
    /** Patreon's own tokens. */
    PATREON_RENEWAL(12, 11),
    PATREON_LOGOUT(7, 7),
    PATREON_REVOKE_ALL(8, 8);

    private final Bound documented;
    private final Bound hardened;

    /** The same in both storages. */
    CountedOperation(int before, int atMost) {
        this(new Bound(before, atMost), new Bound(before, atMost));
    }

    CountedOperation(Bound documented, Bound hardened) {
        this.documented = documented;
        this.hardened = hardened;
    }

    /**
     * How many trips there were and may be.
     *
     * @param before how many it took before sessions and tokens of all systems became one capability each
     * @param atMost how many it may take now
     */
    record Bound(int before, int atMost) {}

    Bound bound(Storage storage) {
        return switch (storage) {
            case DOCUMENTED -> documented;
            case HARDENED -> hardened;
        };
    }
}
