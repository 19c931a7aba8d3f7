package dev.yorozu.account;

import java.time.Instant;

/**
 * One line of an account's past.
 *
 * @param device the public id of the device, or empty
 */
public record PastEvent(Occasion occasion, Instant at, MaskedAddress address, String device) {
    private static final int LONGEST_DEVICE = 64;

    public PastEvent {
        if (device.length() > LONGEST_DEVICE) {
            throw new IllegalArgumentException("A device's public id has at most " + LONGEST_DEVICE + " characters");
        }
    }
}
