package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.server.operate.keys.KeyName;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.keys.KeyOperations.EntryRequest;
import dev.yorozu.server.operate.transport.Operations;
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

    /** What is known of those that are there. */
    static List<Entry> entries(Operations operations, List<String> names, int elements, boolean reveal) {
        return names.stream()
                .flatMap(
                        name -> operations.call(KeyOperations.ENTRY, new EntryRequest(name, elements, reveal)).stream())
                .toList();
    }

    /** Says that some are not there, and returns the status of the command. */
    static int report(Console console, int asked, int found) {
        if (found == asked) {
            return Status.DONE;
        }
        String several = asked - found + " of these " + asked + " keys are not there";
        console.err().println(asked == 1 ? "There is no such key" : several);
        return Status.REFUSED;
    }
}
