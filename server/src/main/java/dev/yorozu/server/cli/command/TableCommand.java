package dev.yorozu.server.cli.command;

import dev.yorozu.server.operate.transport.OperateJson;
import picocli.CommandLine.Option;

/** A command that prints a table for people, or JSON for programs. */
public abstract class TableCommand extends OperatorCommand {
    enum Format {
        TABLE,
        JSON
    }

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table)")
    private Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    protected final boolean json() {
        return json || format == Format.JSON;
    }

    /** Prints JSON on several lines where it is wanted, else a table. */
    protected final int print(Object forPrograms, Runnable table) {
        if (json()) {
            println(OperateJson.tree(forPrograms).toPrettyString());
        } else {
            table.run();
        }
        return Status.DONE;
    }
}
