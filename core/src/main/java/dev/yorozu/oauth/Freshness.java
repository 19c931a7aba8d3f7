package dev.yorozu.oauth;

import dev.yorozu.session.Session;
import java.util.Optional;

/**
 * What is known of a session's tokens after they were looked at.
 */
public sealed interface Freshness {
    /** They last for a while yet, or cannot be renewed at all. */
    record Current(Session session) implements Freshness {}

    /** They were due, or it was asked for, and they were renewed, here or elsewhere. */
    record Renewed(Session session) implements Freshness {}

    /**
     * They should be renewed and could not be now; the person stays signed in.
     *
     * @param trouble what the provider answered; empty where another caller asked it in vain, or there is nothing to ask with
     */
    record Stale(Session session, Optional<ProviderResult.Failed<Grant>> trouble) implements Freshness {}

    /** There is no such session any more, or there is none from now on, because the provider withdrew its consent. */
    record Ended() implements Freshness {}
}
