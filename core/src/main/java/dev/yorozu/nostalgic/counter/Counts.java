package dev.yorozu.nostalgic.counter;

/** How many visits there were: of all time, today, yesterday, and on the last 7 and 30 days with today. */
public record Counts(long total, long today, long yesterday, long week, long month) {}
