package dev.yorozu.server.cli.command;

import picocli.CommandLine.Mixin;

/** A command that tells people in a sentence what it did, or programs in JSON. */
public abstract class AnsweringCommand extends OperatorCommand {
    @Mixin
    private final Answer answer = new Answer();

    protected final boolean json() {
        return answer.json();
    }

    /** Prints one or the other, and gives the status of a command that is done. */
    protected final int print(Object forPrograms, String forPeople) {
        answer.print(console(), forPrograms, forPeople);
        return Status.DONE;
    }
}
