package dev.yorozu.server.operate.moving;

import dev.yorozu.server.operate.transport.OperatorException;

/** What is to be imported cannot be read. */
public final class ImportException extends OperatorException {
    ImportException(String message) {
        super(message);
    }
}
