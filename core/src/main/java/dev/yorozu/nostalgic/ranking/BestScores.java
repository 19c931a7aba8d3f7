package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;

/**
 * Members by score of which the first so many are kept, and beside each of them its details. Whatever the order in which
 * scores come, the best ones are there in the end.
 *
 * @param details a hash by member, in the partition of the scores
 */
public record BestScores(Key scores, Key details, Order order, int places) {
    /** Holds where the member has no score, or one that is not as good. */
    public Guard improves(Bytes member, double score) {
        return Guard.behind(scores, member, score, order);
    }

    /** Holds where the score is among those that are kept. */
    public Guard hasPlace(Bytes member, double score) {
        return Guard.within(scores, member, score, order, places);
    }

    /** What has no place any more goes with its details, so that entries that meet do not get into each other's way. */
    public void enter(Batch.Builder batch, Bytes member, double score, Bytes detail) {
        batch.rankAdd(scores, member, score)
                .hashPut(details, member, detail)
                .rankTrim(scores, order, places)
                .hashTrim(details, scores);
    }

    public void remove(Batch.Builder batch, Bytes... members) {
        batch.rankRemove(scores, members).hashRemove(details, members);
    }
}
