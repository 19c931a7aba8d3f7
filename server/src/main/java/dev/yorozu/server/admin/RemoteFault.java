package dev.yorozu.server.admin;

/** A running server could not do what it was asked. The message is one sentence for the operator. */
public final class RemoteFault extends RuntimeException {
    RemoteFault(String message) {
        super(message, null, false, false);
    }
}
