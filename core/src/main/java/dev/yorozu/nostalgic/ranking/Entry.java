package dev.yorozu.nostalgic.ranking;

import java.time.Instant;
import java.util.Optional;

/**
 * One name in a ranking.
 *
 * @param rank counted from 1
 * @param displayScore how the score is to be shown; never holds markup
 * @param createdAt when this score was entered; unknown for entries of the platform's earlier program
 */
public record Entry(long rank, String name, long score, String displayScore, Optional<Instant> createdAt) {}
