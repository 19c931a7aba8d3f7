package dev.yorozu.token.ledger;

import dev.yorozu.store.Key;

/**
 * Where one user's logins lie, all in one partition.
 *
 * @param tokens the set of current refresh tokens
 * @param access the set of the ids of access tokens
 * @param invalidBefore the second before which everything is dead
 */
record LedgerKeys(String user, Key ledger, Key tokens, Key access, Key invalidBefore) {
    static LedgerKeys of(LedgerLayout layout, String user) {
        return new LedgerKeys(
                user,
                layout.ledger().key(user),
                layout.tokens().key(user),
                layout.revocation().issued().orElseThrow().key(user),
                layout.revocation().invalidBefore().orElseThrow().key(user));
    }
}
