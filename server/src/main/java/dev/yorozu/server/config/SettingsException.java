package dev.yorozu.server.config;

/** The configuration cannot be used as it is. The message is one sentence that says what is wrong and what is allowed. */
public final class SettingsException extends RuntimeException {
    public SettingsException(String message) {
        super(message, null, false, false);
    }
}
