package dev.yorozu.server.cli;

/** A command would not do what it was asked, and changed nothing. The message is one sentence. Ends with status 1. */
final class Refused extends RuntimeException {
    Refused(String message) {
        super(message, null, false, false);
    }
}
