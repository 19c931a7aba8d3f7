package dev.yorozu.server.operate.transport;

import org.jspecify.annotations.Nullable;

/** Something that an operator asked for cannot be done. The message is one sentence for the operator. */
public abstract class OperatorException extends RuntimeException {
    protected OperatorException(String message) {
        super(message);
    }

    protected OperatorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
