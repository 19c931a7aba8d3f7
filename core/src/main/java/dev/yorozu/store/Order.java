package dev.yorozu.store;

/** The direction in which a sorted set is read: by score, ties by the members' bytes, all of it reversed when falling. */
public enum Order {
    RISING,
    FALLING
}
