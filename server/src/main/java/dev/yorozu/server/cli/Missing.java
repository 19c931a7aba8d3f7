package dev.yorozu.server.cli;

/** Says that some of the keys asked for are not there. */
final class Missing {
    private Missing() {}

    /** Returns the status of the command. */
    static int report(Console console, int missing) {
        if (missing == 0) {
            return Yorozu.DONE;
        }
        console.err().println(missing == 1 ? "One of the keys is not there" : missing + " of the keys are not there");
        return Yorozu.REFUSED;
    }
}
