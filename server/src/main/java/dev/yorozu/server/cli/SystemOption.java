package dev.yorozu.server.cli;

import dev.yorozu.server.admin.Operations;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which system's sessions a command is about. */
final class SystemOption {
    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            description = "Only this system, such as discord or tokens (default: all systems)")
    private @Nullable String system;

    Optional<String> chosen(Operations operations) {
        if (system != null && !operations.hasSessions(system)) {
            throw new Refused("There is no system " + ValueText.printable(system) + " that has sessions.");
        }
        return Optional.ofNullable(system);
    }
}
