package dev.yorozu.nostalgic.total;

/**
 * The totals of several services, added up.
 *
 * @param prefix what their names begin with
 * @param services how many there are
 * @param complete whether all of them were counted, or only as many as one answer may cost
 */
public record Sum(String prefix, long total, int services, boolean complete) {}
