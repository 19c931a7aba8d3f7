package dev.yorozu.membership;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * What a program tells of its own crash.
 *
 * @param timestamp as the program wrote it
 * @param systemInfo JSON
 * @param logs cut to what is kept
 * @param client its sender, as the server keeps addresses
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
    public CrashReport {
        timestamp = keepable(timestamp);
        errorMessage = keepable(errorMessage);
        appVersion = keepable(appVersion);
        osVersion = keepable(osVersion);
        stackTrace = stackTrace.map(CrashReport::keepable);
        systemInfo = systemInfo.map(CrashReport::keepable);
        logs = logs.map(CrashReport::keepable);
    }

    /** Programs that crash write anything, but databases keep neither NUL nor half of a character. */
    private static String keepable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    }

    /** Shows nothing of what the program said. */
    @Override
    public String toString() {
        return "CrashReport[" + id + "]";
    }
}
