package dev.yorozu.server.operate.moving;

/** What becomes of a key from elsewhere. */
public enum Fate {
    /** Written, or would be. */
    TAKEN(""),
    /** There is a key of this name already, which stays as it is. */
    THERE(""),
    ENDED("its life has ended"),
    INTERNAL("only Yorozu itself writes it"),
    UNKNOWN("unknown"),
    OTHER_TYPE("of another type"),
    TOO_LARGE("larger than the limits allow");

    private final String why;

    Fate(String why) {
        this.why = why;
    }

    /** Why a key is left out; empty for one that is there in the end. */
    public String why() {
        return why;
    }
}
