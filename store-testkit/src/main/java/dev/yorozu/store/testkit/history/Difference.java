package dev.yorozu.store.testkit.history;

/**
 * Where two stores no longer agree.
 *
 * @param step the index of the step that showed it; the number of steps when the final contents did
 * @param subject what was done or asked
 */
record Difference(int step, String subject, String reference, String candidate) {
    @Override
    public String toString() {
        return subject + "\n  reference: " + reference + "\n  candidate: " + candidate;
    }
}
