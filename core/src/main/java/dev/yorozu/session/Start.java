package dev.yorozu.session;

/** What became of a sign-in. */
public sealed interface Start {
    /** The session lives; its sid may be given to the user. */
    record Started(Session session) implements Start {}

    /**
     * The user has as many sessions as allowed, and the policy ends none for another; or so many sign-ins of this user came
     * at once that each place was taken before this one. Nothing is left of it.
     */
    record Refused() implements Start {}

    /** The session was ended before it was ready: all of the user's were, or so many newer ones came. */
    record Overtaken() implements Start {}
}
