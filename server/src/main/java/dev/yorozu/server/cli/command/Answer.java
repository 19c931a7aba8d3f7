package dev.yorozu.server.cli.command;

import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.transport.OperateJson;
import picocli.CommandLine.Option;

/** Whether a command tells people in a sentence what it did, or programs in JSON. */
public final class Answer {
    @Option(names = "--json", description = "Print JSON, for programs")
    private boolean json;

    public boolean json() {
        return json;
    }

    /** Prints one or the other. */
    public void print(Console console, Object forPrograms, String forPeople) {
        console.out().println(json ? OperateJson.tree(forPrograms).toString() : forPeople);
    }
}
