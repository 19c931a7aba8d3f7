package dev.yorozu.server.cli.command;

/** A command would not do what it was asked, and changed nothing. The message is one sentence. Ends with status 1. */
public final class Refused extends RuntimeException {
    public Refused(String message) {
        super(message, null, false, false);
    }
}
