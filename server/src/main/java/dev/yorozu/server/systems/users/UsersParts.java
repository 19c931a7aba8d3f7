package dev.yorozu.server.systems.users;

import dev.yorozu.account.Directory;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.limit.attempt.Waiting;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.ClientAddress;
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
 * @param waiting how callers wait who guess at the same moment
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
        Waiting waiting,
        InstantSource clock) {}
