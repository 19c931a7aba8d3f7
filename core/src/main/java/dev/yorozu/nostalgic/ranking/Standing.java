package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import java.util.List;
import java.util.OptionalLong;

/**
 * How full a ranking is, and whether a name has an entry, as they were seen.
 *
 * @param size how many entries there are
 * @param place the name's, from the lowest score on
 */
record Standing(Ranking ranking, Bytes member, long size, OptionalLong place) {
    /** Whether there are more entries than there may be. */
    boolean isOverfull() {
        return size > ranking.maxEntries();
    }

    /**
     * Adds to a batch what must hold so that the name's entry leaves no more than there may be, and removes who makes room
     * for it, if somebody must.
     *
     * @return false when things have changed since they were seen
     */
    boolean makeRoom(Batch.Builder batch, Tidying tidying) {
        long most = ranking.maxEntries();
        if (size < most) {
            batch.require(Guard.sizeBelow(ranking.scores(), most));
            return true;
        }
        batch.require(Guard.sizeBelow(ranking.scores(), most + 1));
        if (place.isPresent()) {
            batch.require(Guard.elementAt(ranking.scores(), place.getAsLong(), member));
            return true;
        }
        List<Ranked> last = tidying.surplus(ranking, ranking.order(), most - 1);
        batch.require(absent());
        Tidying.drop(batch, ranking, ranking.order(), most - 1, last);
        return last.size() == 1;
    }

    /** No score lies behind the lowest of all, so what remains is that there is none. */
    private Guard absent() {
        return Guard.behind(ranking.scores(), member, Double.NEGATIVE_INFINITY, Order.FALLING);
    }
}
