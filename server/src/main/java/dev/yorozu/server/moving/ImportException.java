package dev.yorozu.server.moving;

/** What is to be imported cannot be read. The message is one sentence for the operator. */
public final class ImportException extends RuntimeException {
    ImportException(String message) {
        super(message);
    }
}
