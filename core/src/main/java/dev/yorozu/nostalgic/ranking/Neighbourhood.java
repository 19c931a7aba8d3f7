package dev.yorozu.nostalgic.ranking;

/**
 * A name's place in a ranking.
 *
 * @param view the ranking, with the name's own entry and those around it
 */
public record Neighbourhood(RankingView view, Entry own) {}
