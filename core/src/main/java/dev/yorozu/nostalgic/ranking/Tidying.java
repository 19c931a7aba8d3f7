package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes the details of entries that went.
 *
 * <p>Who they are is known only once they are gone, so this is a batch of its own, which leaves out whoever is back by
 * then. A crash before it leaves details without an entry: nobody sees them, the name's next entry replaces them, and
 * deleting or clearing the ranking takes them along.
 */
final class Tidying {
    private static final int STEP = 400;

    private final Store store;
    private final Durability durability;

    Tidying(Store store, Durability durability) {
        this.store = store;
        this.durability = durability;
    }

    void forget(Ranking ranking, List<Bytes> gone) {
        for (int start = 0; start < gone.size(); start += STEP) {
            forgetSome(ranking, new ArrayList<>(gone.subList(start, Math.min(gone.size(), start + STEP))));
        }
    }

    private void forgetSome(Ranking ranking, List<Bytes> gone) {
        while (!gone.isEmpty()) {
            Batch.Builder batch = Batch.builder();
            gone.forEach(member -> batch.require(absent(ranking, member)));
            batch.hashRemove(ranking.details(), gone.toArray(Bytes[]::new));
            if (durability == Durability.RELAXED) {
                batch.relaxed();
            }
            if (!(store.commit(batch.build()) instanceof Commit.Rejected back)) {
                return;
            }
            gone.remove(back.index());
        }
    }

    /** No score lies behind the lowest of all, so what remains is that there is none. */
    private static Guard absent(Ranking ranking, Bytes member) {
        return Guard.behind(ranking.scores(), member, Double.NEGATIVE_INFINITY, Order.FALLING);
    }
}
