package dev.yorozu.account;

import java.time.Instant;

/**
 * One entry in the history of an account.
 *
 * @param device the public id of the device, or empty
 */
public record HistoryEvent(Type type, Instant at, MaskedAddress address, String device) {
    private static final int LONGEST_DEVICE = 64;

    /** What is recorded of an account. */
    public enum Type {
        CREATED,
        SIGNED_IN,
        REFUSED,
        SIGNED_OUT,
        SIGNED_OUT_EVERYWHERE,
        PASSWORD_CHANGED,
        DISABLED,
        ENABLED,
        DEVICE_FORGOTTEN,
        TOKEN_REUSED
    }

    public HistoryEvent {
        if (device.length() > LONGEST_DEVICE) {
            throw new IllegalArgumentException("A device's public id has at most " + LONGEST_DEVICE + " characters");
        }
    }
}
