package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.Operator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which system's sessions a command is about. */
final class SystemOption {
    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            description = "Only this system, such as discord or tokens (default: all systems)")
    private @Nullable String system;

    /** Its name; empty for all. */
    String chosen(Operator operator) {
        if (system != null && !operator.hasSessions(system)) {
            throw new Refused("There is no system " + ValueText.printable(system) + " that has sessions.");
        }
        return system == null ? "" : system;
    }
}
