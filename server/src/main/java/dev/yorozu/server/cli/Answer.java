package dev.yorozu.server.cli;

import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Whether a command tells people in a sentence what it did, or programs in JSON. */
final class Answer {
    @Option(names = "--json", description = "Print JSON, for programs")
    private boolean json;

    boolean json() {
        return json;
    }

    /** Prints one or the other. */
    void print(Console console, JsonNode forPrograms, String forPeople) {
        console.out().println(json ? forPrograms.toString() : forPeople);
    }
}
