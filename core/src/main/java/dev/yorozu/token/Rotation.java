package dev.yorozu.token;

/** What became of a refresh token that was presented. */
public sealed interface Rotation {
    /** It was spent for a new pair. */
    record Rotated(Issued issued) implements Rotation {}

    /** It had been spent a moment ago: the same pair once more. */
    record Repeated(Issued issued) implements Rotation {}

    /**
     * It had been spent before, and another client may hold it: its login was ended, and what else the system ends then.
     *
     * @param login the id of the login
     * @param ended how many logins were ended
     */
    record Reused(String user, String login, int ended) implements Rotation {}

    /** Nothing was spent. */
    record Refused(Reason reason) implements Rotation {}

    /** Why nothing was spent. */
    enum Reason {
        /** It is no token that could count. */
        INVALID,
        /** It was revoked by its id; its login is ended. */
        REVOKED,
        /** The login that it belongs to is over. */
        ENDED
    }
}
