package dev.yorozu.membership;

/** What came of asking what somebody is. */
public sealed interface MembershipAnswer {
    record Known(Membership membership) implements MembershipAnswer {}

    /** The provider does not know the access token any more. */
    record Expired() implements MembershipAnswer {}

    /**
     * The provider could not be asked, or its answer is of no use. Says nothing about the patron.
     *
     * @param status with which a relay passes it on: the provider's own, 504 without an answer in time, else 502
     */
    record Trouble(int status) implements MembershipAnswer {}
}
