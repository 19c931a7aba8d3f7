package dev.yorozu.server.cli.keys;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.transport.Operations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes keys by name, or all that begin with a prefix once that is confirmed. */
@Command(name = "delete", description = "Delete keys by name, or all that begin with a prefix; this cannot be undone.")
final class DeleteCommand extends AnsweringCommand {
    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Names of keys")
    private List<String> names = List.of();

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "Delete all keys that begin with this")
    private @Nullable String prefix;

    @Option(names = "--yes", description = "Do not ask")
    private boolean yes;

    @Override
    public Integer call() {
        if (names.isEmpty() == (prefix == null)) {
            throw wrong("Give either names or --prefix");
        }
        if (prefix == null) {
            KeyNames.requireValid(names, spec());
            return access().use(this::deleteNames);
        }
        if (prefix.isEmpty()) {
            throw wrong("The prefix must not be empty");
        }
        String begin = prefix;
        return access().use(operations -> deleteAll(operations, begin));
    }

    private int deleteNames(Operations operations) {
        long deleted = 0;
        for (String name : names) {
            deleted += operations
                    .call(KeyOperations.DELETE, new KeyOperations.Name(name))
                    .deleted();
        }
        tell(deleted);
        return KeyNames.report(console(), names.size(), (int) deleted);
    }

    private int deleteAll(Operations operations, String begin) {
        long count = walk(operations, "Counting", -1, KeyOperations.COUNT, new KeyOperations.Prefix(begin))
                .count();
        String what = Amounts.keys(count) + (count == 1 ? " that begins with " : " that begin with ") + shown(begin);
        if (count > 0 && !yes && !console().confirms("This deletes " + what + ". Go on?")) {
            throw new Refused("This would delete " + what + ", and nothing was deleted: confirm it with --yes");
        }
        tell(walk(operations, "Deleting", count, KeyOperations.DELETE_ALL, new KeyOperations.FullPrefix(begin))
                .deleted());
        return Status.DONE;
    }

    private void tell(long deleted) {
        print(new KeyOperations.Deleted(deleted), "Deleted " + Amounts.keys(deleted) + ".");
    }

    /** As it was typed, unless it reaches into a part that is declared secret, or into what nobody declared. */
    private static String shown(String prefix) {
        List<KeyPattern> longer = Keyspace.schema().patterns().stream()
                .filter(pattern -> !pattern.prefix().isEmpty() && prefix.startsWith(pattern.prefix()))
                .toList();
        boolean literal = Keyspace.schema().patterns().stream()
                .anyMatch(pattern -> pattern.prefix().startsWith(prefix));
        boolean open = literal || (!longer.isEmpty() && longer.stream().noneMatch(KeyPattern::secretName));
        return "\"" + ValueText.printable(open ? prefix : Keyspace.schema().redact(prefix)) + "\"";
    }
}
