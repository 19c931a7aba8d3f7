package dev.yorozu.server.config;

/** The server cannot start here and now. The message is one sentence that says what to do. */
public final class StartException extends RuntimeException {
    public StartException(String message) {
        super(message, null, false, false);
    }
}
