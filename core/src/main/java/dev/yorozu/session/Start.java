package dev.yorozu.session;

import java.util.List;

/** What became of a sign-in. */
public sealed interface Start {
    /**
     * The session lives; its sid may be given to the user.
     *
     * @param ended what had to end for it
     */
    record Started(Session session, List<Ended> ended) implements Start {
        public Started {
            ended = List.copyOf(ended);
        }
    }

    /**
     * The user has as many sessions as allowed, and the policy ends none for another; or so many sign-ins of this user came
     * at once that each place was taken before this one. Nothing is left of it.
     */
    record Refused() implements Start {}

    /**
     * The session was ended before it was ready: all of the user's were, or so many newer ones came.
     *
     * @param session as it was, as if it had ended a moment later
     * @param ended what had to end for it
     */
    record Overtaken(Session session, List<Ended> ended) implements Start {
        public Overtaken {
            ended = List.copyOf(ended);
        }
    }
}
