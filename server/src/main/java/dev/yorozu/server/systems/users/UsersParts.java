package dev.yorozu.server.systems.users;

import dev.yorozu.account.Directory;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What the user API is made of. All of it stays its maker's, who closes it.
 *
 * @param keys asked anew for every token, because keys are exchanged while the server runs
 * @param statistics answers operators who ask what the store holds
 * @param waiting how concurrent sign-ins wait for each other
 */
public record UsersParts(
        Store store,
        Directory directory,
        Passwords passwords,
        Supplier<SigningKeys> keys,
        ClientAddress addresses,
        Metrics metrics,
        Endpoint statistics,
        RandomTokens random,
        BoundedWaits waiting,
        InstantSource clock) {}
