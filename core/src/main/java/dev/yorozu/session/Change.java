package dev.yorozu.session;

/** What became of a change. */
public sealed interface Change {
    /** The session as it is now, one version on. */
    record Changed(Session session) implements Change {}

    /** A concurrent writer changed the session first; nothing was written. */
    record Superseded(Session current) implements Change {}

    /** There is no such session any more; nothing was written. */
    record Gone() implements Change {}
}
