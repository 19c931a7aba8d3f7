package dev.yorozu.account;

/**
 * A fault of the directory. Its message holds no value that was kept or asked for, and it has no cause, because causes of
 * databases quote both.
 */
public final class DirectoryException extends RuntimeException {
    public DirectoryException(String message) {
        super(message);
    }
}
