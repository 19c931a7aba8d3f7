package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.metrics.NostalgicMetrics;
import dev.yorozu.server.webhook.Webhooks;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What this system is made of. All of it stays its maker's, who closes it.
 *
 * @param passwords take tokens of {@value Nostalgia#SHORTEST_TOKEN} characters
 * @param secret the same on all servers that share the store
 * @param webhooks empty where none are sent
 * @param waiting how concurrent sign-ins wait for each other
 */
public record NostalgicParts(
        Store store,
        Passwords passwords,
        byte[] secret,
        Optional<Webhooks> webhooks,
        ClientAddress addresses,
        NostalgicMetrics metrics,
        RandomTokens random,
        BoundedWaits waiting,
        InstantSource clock) {
    public NostalgicParts {
        secret = secret.clone();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }
}
