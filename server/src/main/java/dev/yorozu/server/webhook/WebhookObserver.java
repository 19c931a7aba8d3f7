package dev.yorozu.server.webhook;

/** Hears what became of each delivery. Called from many threads, and must not block. */
@FunctionalInterface
public interface WebhookObserver {
    /** What becomes of a delivery. */
    enum Ending {
        /** The receiver answered 2xx. */
        SENT,
        /** Every try failed, or the receiver said no. */
        FAILED,
        /** The address is one that webhooks do not go to. */
        REFUSED,
        /** There was no room for it, or no time when the sender closed. */
        DROPPED
    }

    void ended(Ending ending);
}
