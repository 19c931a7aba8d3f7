package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What the token store is made of. All of it stays its maker's, who closes it.
 *
 * @param keys asked anew for every token, because keys are exchanged while the server runs
 * @param elsewhere what ends in other systems when the owner of an account sets another password
 * @param waiting how concurrent sign-ins wait for each other
 */
public record TokenParts(
        Store store,
        Directory directory,
        Passwords passwords,
        Supplier<SigningKeys> keys,
        ClientAddress addresses,
        TokenMetrics metrics,
        AccountTermination elsewhere,
        RandomTokens random,
        BoundedWaits waiting,
        InstantSource clock) {}
