package dev.yorozu.oauth;

import dev.yorozu.session.Session;

/** What is known of a session's tokens after they were looked at. */
public sealed interface Freshness {
    /** They last for a while yet, or cannot be renewed at all. */
    record Current(Session session) implements Freshness {}

    /** They were due, and somebody, here or elsewhere, renewed them. */
    record Renewed(Session session) implements Freshness {}

    /** They are due and could not be renewed now; the person stays signed in. */
    record Stale(Session session) implements Freshness {}

    /** There is no such session any more, or there is none from now on, because the provider withdrew its consent. */
    record Ended() implements Freshness {}
}
