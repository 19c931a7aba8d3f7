package dev.yorozu.server.cli;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.admin.OperationsJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes keys by name, or all that begin with a prefix once that is confirmed. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Delete keys by name, or all that begin with a prefix; this cannot be undone.")
final class DeleteCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Names of keys")
    private List<String> names = List.of();

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "Delete all keys that begin with this")
    private @Nullable String prefix;

    @Option(names = "--yes", description = "Do not ask")
    private boolean yes;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    DeleteCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (names.isEmpty() == (prefix == null)) {
            throw new ParameterException(spec.commandLine(), "Give either names or --prefix");
        }
        if (prefix == null) {
            KeyNames.requireValid(names, spec);
            return access.use(this::deleteNames);
        }
        if (prefix.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "The prefix must not be empty");
        }
        String begin = prefix;
        return access.use(operations -> deleteAll(operations, begin));
    }

    private int deleteNames(Operations operations) {
        int deleted = 0;
        for (String name : names) {
            deleted += operations.delete(name) ? 1 : 0;
        }
        tell(deleted);
        return Missing.report(console, names.size(), deleted);
    }

    private int deleteAll(Operations operations, String begin) {
        long count;
        try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
            count = operations.count(begin, progress);
        }
        String what = Amounts.keys(count) + (count == 1 ? " that begins with " : " that begin with ") + shown(begin);
        if (count > 0 && !yes && !console.confirms("This deletes " + what + ". Go on?")) {
            throw new Refused("This would delete " + what + ", and nothing was deleted: confirm it with --yes");
        }
        try (ProgressLine progress = new ProgressLine(console, "Deleting", count)) {
            tell(operations.deleteAll(begin, progress));
        }
        return Yorozu.DONE;
    }

    private void tell(long deleted) {
        answer.print(
                console, OperationsJson.object().put("deleted", deleted), "Deleted " + Amounts.keys(deleted) + ".");
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
