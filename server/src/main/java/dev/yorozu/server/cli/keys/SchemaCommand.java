package dev.yorozu.server.cli.keys;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the declared keyspace. */
@Command(name = "schema", description = "Print every kind of key that the product writes.")
public final class SchemaCommand extends ConsoleCommand {
    enum Format {
        TABLE,
        JSON,
        MARKDOWN
    }

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or markdown (default: table)")
    private Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    @Override
    public Integer call() {
        SchemaText schema = new SchemaText(Keyspace.schema());
        switch (json ? Format.JSON : format) {
            case TABLE -> schema.table().print(console());
            case JSON -> println(schema.json().toPrettyString());
            case MARKDOWN -> console().out().print(schema.markdown());
        }
        console().out().flush();
        return Status.DONE;
    }
}
