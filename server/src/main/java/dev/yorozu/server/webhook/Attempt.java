package dev.yorozu.server.webhook;

/** How one try to deliver ended. Reasons are said behind the name of the host, and hold nothing that it sent. */
sealed interface Attempt {
    record Accepted() implements Attempt {}

    /** Trouble that may pass. */
    record Trouble(String reason) implements Attempt {}

    /** A failure that would be the same another time. */
    record Failed(String reason) implements Attempt {}

    /** Nothing was sent, because of where it would have gone. */
    record Refused(String reason) implements Attempt {}

    static Attempt of(int status) {
        if (status >= 200 && status < 300) {
            return new Accepted();
        }
        String reason = "answered " + status;
        return status == 408 || status == 429 || status >= 500 ? new Trouble(reason) : new Failed(reason);
    }
}
