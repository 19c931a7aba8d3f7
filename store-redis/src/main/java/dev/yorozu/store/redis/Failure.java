package dev.yorozu.store.redis;

/** Why a command has no reply, or none that counts. The kinds differ in what is known about its effect. */
abstract sealed class Failure extends Exception {
    private static final long serialVersionUID = 1;

    private Failure(String message, Throwable cause) {
        super(message, cause);
    }

    private Failure(String message) {
        super(message, null, false, false);
    }

    /** The command did not leave: it had no effect. */
    static final class Unsent extends Failure {
        private static final long serialVersionUID = 1;

        Unsent(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The command left, and nothing is known of it since. */
    static final class Lost extends Failure {
        private static final long serialVersionUID = 1;

        Lost(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Redis answered with an error: the command had no effect. The message is Redis's own text. */
    static final class Refused extends Failure {
        private static final long serialVersionUID = 1;

        private final String text;

        Refused(String text) {
            super(text);
            this.text = text;
        }

        String text() {
            return text;
        }

        /** Whether the error is of this code, or says these words. A script may wrap its text in another. */
        boolean is(String code) {
            return text.startsWith(code) || text.contains(" " + code);
        }
    }

    /** The command was done, and is not where it was to be confirmed: it may not outlast the node that did it. */
    static final class Unconfirmed extends Failure {
        private static final long serialVersionUID = 1;

        Unconfirmed(String message) {
            super(message);
        }
    }
}
