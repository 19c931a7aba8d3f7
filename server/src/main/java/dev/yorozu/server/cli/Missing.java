package dev.yorozu.server.cli;

/** Says that some of the keys asked for are not there. */
final class Missing {
    private Missing() {}

    /** Returns the status of the command. */
    static int report(Console console, int asked, int found) {
        if (found == asked) {
            return Yorozu.DONE;
        }
        console.err()
                .println(
                        asked == 1
                                ? "There is no such key"
                                : asked - found + " of these " + asked + " keys are not there");
        return Yorozu.REFUSED;
    }
}
