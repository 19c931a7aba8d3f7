package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Patrons;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.store.Store;
import java.time.InstantSource;

/**
 * What the Patreon relay is made of. All of it stays its maker's, who closes it.
 *
 * @param patrons where profiles and usage are kept
 * @param outgoing the way to Patreon
 */
public record PatreonParts(
        Store store,
        Patrons patrons,
        Outgoing outgoing,
        ClientAddress addresses,
        Metrics metrics,
        RandomTokens random,
        InstantSource clock) {}
