package dev.yorozu.membership;

/** What came of asking for the membership of a user. */
public sealed interface MembershipResult {
    record Known(Membership membership) implements MembershipResult {}

    /** The provider does not know the access token any more. */
    record Expired() implements MembershipResult {}

    /**
     * The provider could not be asked, or its answer is of no use. Says nothing about the patron.
     *
     * @param status with which a relay passes it on: the provider's own, 504 without an answer in time, else 502
     */
    record Failed(int status) implements MembershipResult {}
}
