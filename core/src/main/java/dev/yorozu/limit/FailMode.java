package dev.yorozu.limit;

/** What a limit decides while the store cannot be asked. */
public enum FailMode {
    /** Lets requests pass: being reachable matters more than being counted. */
    OPEN,
    /** Refuses requests: what cannot be counted must not happen. */
    CLOSED
}
