package dev.yorozu.account;

/**
 * A fault of the directory. Its message holds no value that was kept or asked for, and it has no cause, because causes of
 * databases quote both.
 */
public sealed class DirectoryException extends RuntimeException {
    public DirectoryException(String message) {
        super(message);
    }

    /** The directory's own file holds other bytes than were written: trying again does not help, an operator must. */
    public static final class Damaged extends DirectoryException {
        public Damaged(String message) {
            super(message);
        }
    }
}
