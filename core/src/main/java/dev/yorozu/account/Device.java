package dev.yorozu.account;

import java.time.Instant;
import java.util.UUID;

/**
 * Something that an account signed in from. Texts that are not known are empty.
 *
 * @param publicId what tokens name it by; grants no access
 * @param client the program, without its version
 */
public record Device(
        long id,
        UUID publicId,
        String name,
        DeviceType type,
        OperatingSystem os,
        String client,
        String appVersion,
        Instant firstSeenAt,
        Instant lastSeenAt,
        MaskedAddress lastAddress,
        String lastLocation,
        String timezone) {

    /** A device that signed in, and whether it did for the first time. */
    public record Seen(Device device, boolean isNew) {}
}
