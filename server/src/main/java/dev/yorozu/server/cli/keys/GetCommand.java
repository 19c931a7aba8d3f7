package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.server.operate.keys.KeyOperations.EntryRequest;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints values of any type. */
@Command(
        name = "get",
        description = {
            "Print the values of keys, whatever their type.",
            "Values that are declared secret, or not declared at all, are hidden unless --reveal is given."
        })
final class GetCommand extends OperatorCommand {
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
            description = "text, json, or raw for the bytes of a string as they are (default: text)")
    private Format format = Format.TEXT;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most elements of a set, sorted set, list or hash (default: ${DEFAULT-VALUE})")
    private int limit = 100;

    @Option(names = "--reveal", description = "Show secrets")
    private boolean reveal;

    @Override
    public Integer call() {
        KeyNames.requireValid(names, spec());
        int elements = Math.clamp(limit, 1, EntryRequest.MOST_ELEMENTS);
        List<Entry> found = access().use(operator -> KeyNames.entries(operator, names, elements, reveal));
        switch (json ? Format.JSON : format) {
            case TEXT -> found.forEach(this::print);
            case JSON -> printJson(found);
            case RAW -> found.forEach(this::printRaw);
        }
        return KeyNames.report(console(), names.size(), found.size());
    }

    private void print(Entry entry) {
        ValueText text = new ValueText(entry);
        println(console().bold(ValueText.printable(entry.name())) + console().faint("  " + text.outline()));
        text.lines().forEach(console().out()::println);
    }

    private void printRaw(Entry entry) {
        Optional<Part> value = entry.value();
        if (value.isEmpty() || !(value.get() instanceof Part.Text text)) {
            throw new Refused("The value is hidden or no string: --reveal shows secrets, --format json other types");
        }
        console().raw().writeBytes(text.value().toArray());
        console().raw().flush();
    }
}
