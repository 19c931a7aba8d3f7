package dev.yorozu.server.cli;

import dev.yorozu.server.admin.KeyName;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Names of keys given as arguments. */
final class KeyNames {
    private KeyNames() {}

    /** The names do not appear in the message: they may be secrets. */
    static void requireValid(List<String> names, CommandSpec spec) {
        if (!names.stream().allMatch(KeyName::isValid)) {
            throw new ParameterException(spec.commandLine(), "An argument is not " + KeyName.ALLOWED);
        }
    }
}
