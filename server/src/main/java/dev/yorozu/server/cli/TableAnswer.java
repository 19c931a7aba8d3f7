package dev.yorozu.server.cli;

import picocli.CommandLine.Option;

/** Whether a command prints a table for people, or JSON for programs. */
final class TableAnswer {
    enum Format {
        TABLE,
        JSON
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table or json (default: table)",
            defaultValue = "table")
    private Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    boolean json() {
        return json || format == Format.JSON;
    }
}
