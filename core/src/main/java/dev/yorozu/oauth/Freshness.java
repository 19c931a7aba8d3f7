package dev.yorozu.oauth;

import java.util.Optional;

/**
 * What is known of a session's tokens after they were looked at.
 *
 * @param <H> a session of some kind, see {@link GrantHolders}
 */
public sealed interface Freshness<H> {
    /** They last for a while yet, or cannot be renewed at all. */
    record Current<H>(H session) implements Freshness<H> {}

    /** They were due, or it was asked for, and somebody, here or elsewhere, renewed them. */
    record Renewed<H>(H session) implements Freshness<H> {}

    /**
     * They should be renewed and could not be now; the person stays signed in.
     *
     * @param trouble what the provider answered; empty where somebody else asked it in vain, or there is nothing to ask with
     */
    record Stale<H>(H session, Optional<Renewal.Trouble> trouble) implements Freshness<H> {}

    /** There is no such session any more, or there is none from now on, because the provider withdrew its consent. */
    record Ended<H>() implements Freshness<H> {}
}
