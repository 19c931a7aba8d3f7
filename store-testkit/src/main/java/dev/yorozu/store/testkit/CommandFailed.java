package dev.yorozu.store.testkit;

/** A command of the shell ended with another code than zero. */
public final class CommandFailed extends RuntimeException {
    public CommandFailed(String message) {
        super(message);
    }
}
