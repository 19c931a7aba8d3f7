package dev.yorozu.membership;

/** What became of a pledge event that was to be written down. */
public enum PledgeOutcome {
    /** It is written down, and the plan is another than before, or the first that is known. */
    CHANGED,
    /** It is written down, and the plan is the same as before. */
    UNCHANGED,
    /** The same delivery was written down before. */
    KNOWN,
    /** A later event of the same patron was written down before; this one is not. */
    OUTDATED
}
