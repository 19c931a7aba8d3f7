package dev.yorozu.store;

/**
 * A fault of the store or of its use. Its message names no key and no value, because both may be secrets.
 *
 * <p>Only {@link OutcomeUnknown} leaves open whether a batch was applied; all others mean that it was not.
 */
public abstract sealed class StoreException extends RuntimeException {
    private StoreException(String message) {
        super(message);
    }

    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The key holds another type of value than the operation works on. */
    public static final class WrongType extends StoreException {
        public WrongType() {
            super("The key holds a value of another type than this operation works on");
        }
    }

    /** A counter's value is no 64-bit number, or would leave that range. */
    public static final class NotANumber extends StoreException {
        public NotANumber() {
            super("The value is not a 64-bit number, or would leave that range");
        }
    }

    /** A value whose fields should change is no JSON object, or a name on the way to a field leads to none. */
    public static final class NotAnObject extends StoreException {
        public NotAnObject() {
            super("The value is not a JSON object that has the fields this operation works on");
        }
    }

    /** Something is larger than the store's limits allow. */
    public static final class LimitExceeded extends StoreException {
        public LimitExceeded(String message) {
            super(message);
        }
    }

    /** The store cannot be reached or cannot work now. Nothing was applied; trying again later is safe. */
    public static final class Unavailable extends StoreException {
        public Unavailable(String message) {
            super(message);
        }

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The store's own files hold other bytes than were written, so that this cannot be answered. Nothing was applied; trying
     * again does not help, an operator must.
     */
    public static final class Damaged extends StoreException {
        public Damaged(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The connection broke, or the time ran out, after a batch was sent: it may or may not have been applied. Or it was, and
     * fewer replicas than asked for said in time that they have it: it may or may not outlast the node that did it.
     */
    public static final class OutcomeUnknown extends StoreException {
        public OutcomeUnknown(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The store cannot be opened as it is: in use, of a newer format, not writable. The message says what to do. */
    public static final class CannotOpen extends StoreException {
        public CannotOpen(String message) {
            super(message);
        }

        public CannotOpen(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
