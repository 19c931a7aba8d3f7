package dev.yorozu.store;

/** What kind of value lives at a key. A key has one type as long as it exists. */
public enum ValueType {
    STRING,
    SET,
    /** A sorted set: members ordered by score, ties by the members' bytes. */
    RANK,
    LIST,
    HASH
}
