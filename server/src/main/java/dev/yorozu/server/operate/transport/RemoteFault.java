package dev.yorozu.server.operate.transport;

/** A running server could not do what it was asked. */
public final class RemoteFault extends OperatorException {
    public RemoteFault(String message) {
        super(message);
    }
}
