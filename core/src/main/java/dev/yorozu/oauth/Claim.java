package dev.yorozu.oauth;

/** What came of claiming a session that was handed over. */
public sealed interface Claim {
    /** The one claim that gets the session. Its text form does not show the sid. */
    record Claimed(String sid) implements Claim {
        @Override
        public String toString() {
            return "Claimed[…]";
        }
    }

    /** Nothing was handed over under this state, or it is long over. */
    record Missing() implements Claim {}

    /** The claim token is another one, or the session was offered for something else; it still waits for its owner. */
    record WrongToken() implements Claim {}

    /** Another caller with the right token was faster. */
    record AlreadyClaimed() implements Claim {}

    /** The time to claim is over, or the session has ended since. */
    record Expired() implements Claim {}
}
