package dev.yorozu.feed;

/**
 * A place in the log of a realm.
 *
 * @param index how many revocations of the page come before it
 */
public record Position(String epoch, long page, long index) {}
