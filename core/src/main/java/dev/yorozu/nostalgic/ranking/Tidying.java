package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.util.List;

/**
 * Removes entries that a ranking has no room for, together with their details.
 *
 * <p>Who they are is read first, and the batch that removes them holds only while they still have those places: so no
 * details are left without an entry, wherever a server is killed.
 */
final class Tidying {
    /** Each takes a guard and two elements of a batch. */
    static final int STEP = 300;

    private final Store store;

    Tidying(Store store) {
        this.store = store;
    }

    /** Those behind the first so many in an order, as many as one batch takes. */
    List<Ranked> surplus(Ranking ranking, Order order, long keep) {
        return store.ranks(ranking.scores(), order, keep, keep + STEP - 1);
    }

    /** Adds to a batch what removes those who stand behind the first so many; they are named from there on. */
    static void drop(Batch.Builder batch, Ranking ranking, Order order, long keep, List<Ranked> surplus) {
        if (surplus.isEmpty()) {
            return;
        }
        for (int i = 0; i < surplus.size(); i++) {
            long place = order == Order.RISING ? keep + i : -(keep + i) - 1;
            batch.require(
                    Guard.elementAt(ranking.scores(), place, surplus.get(i).member()));
        }
        Bytes[] members = surplus.stream().map(Ranked::member).toArray(Bytes[]::new);
        batch.rankRemove(ranking.scores(), members).hashRemove(ranking.details(), members);
    }
}
