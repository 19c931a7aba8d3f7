package dev.yorozu.store;

/** A member of a sorted set, with its score. */
public record Ranked(Bytes member, double score) {}
