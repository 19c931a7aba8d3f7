package dev.yorozu.server.cli.command;

import picocli.CommandLine.Option;

/** A command that tells people in a sentence what it did, or programs in JSON. */
public abstract class AnsweringCommand extends OperatorCommand {
    @Option(names = "--json", description = "Print JSON, for programs")
    private boolean json;

    protected final boolean json() {
        return json;
    }

    /** Prints one or the other, and gives the status of a command that is done. */
    protected final int print(Object forPrograms, String forPeople) {
        return print(json, forPrograms, forPeople);
    }
}
