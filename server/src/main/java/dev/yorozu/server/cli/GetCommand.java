package dev.yorozu.server.cli;

import dev.yorozu.server.admin.Entry;
import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.admin.View;
import dev.yorozu.server.backup.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints values of any type. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = {
            "Print the values of keys, whatever their type.",
            "Values that are declared secret, or not declared at all, are hidden unless --reveal is given."
        })
final class GetCommand implements Callable<Integer> {
    private final Console console;

    enum Format {
        TEXT,
        JSON,
        RAW
    }

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names of keys")
    private List<String> names = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text, json, or raw for the bytes of a string as they are (default: text)",
            defaultValue = "text")
    private Format format = Format.TEXT;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most elements of a set, sorted set, list or hash (default: ${DEFAULT-VALUE})",
            defaultValue = "100")
    private int limit;

    @Option(names = "--reveal", description = "Show secrets")
    private boolean reveal;

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    GetCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        KeyNames.requireValid(names, spec);
        View view = new View(Math.clamp(limit, 1, View.MOST_ELEMENTS), reveal);
        List<Entry> found = access.use(operations -> entries(operations, view));
        switch (json ? Format.JSON : format) {
            case TEXT -> found.forEach(this::print);
            case JSON -> found.forEach(entry -> console.out().println(OperationsJson.json(entry)));
            case RAW -> found.forEach(this::printRaw);
        }
        return Missing.report(console, names.size(), found.size());
    }

    private List<Entry> entries(Operations operations, View view) {
        List<Entry> entries = new ArrayList<>();
        for (String name : names) {
            operations.entry(name, view).ifPresent(entries::add);
        }
        return entries;
    }

    private void print(Entry entry) {
        ValueText text = new ValueText(entry);
        console.out().println(console.bold(ValueText.printable(entry.name())) + console.faint("  " + text.outline()));
        text.lines().forEach(console.out()::println);
    }

    private void printRaw(Entry entry) {
        Optional<Part> value = entry.value();
        if (value.isEmpty() || !(value.get() instanceof Part.Text text)) {
            throw new Refused("The value is hidden or no string: --reveal shows secrets, --format json other types");
        }
        try {
            console.raw().write(text.value().toArray());
            console.raw().flush();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
