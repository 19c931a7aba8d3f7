package dev.yorozu.membership;

import java.util.Optional;
import java.util.UUID;

/**
 * What a program tells of its own crash.
 *
 * @param timestamp as the program wrote it
 * @param systemInfo JSON
 * @param logs cut to what is kept
 * @param client who sent it, as the server keeps addresses
 */
public record CrashReport(
        UUID id,
        String timestamp,
        String errorMessage,
        String appVersion,
        String osVersion,
        Optional<String> stackTrace,
        Optional<String> systemInfo,
        Optional<String> logs,
        String client) {
    /** Shows nothing of what the program said. */
    @Override
    public String toString() {
        return "CrashReport[" + id + "]";
    }
}
