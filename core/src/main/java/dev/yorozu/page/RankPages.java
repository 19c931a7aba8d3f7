package dev.yorozu.page;

import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Pages of a sorted set that go on behind a member, whatever came and went since the page before. What stayed where it is
 * is shown once, and nothing is passed over: a page counts only if one look at the store shows the place where it begins.
 */
public record RankPages(Store store, Key key, Order order) {
    /** Each round but the first two is lost only to a concurrent writer. */
    private static final int MOST_ROUNDS = 32;

    /** Members, the first of which has this place, counted from 0. */
    public record Section(long start, Page<Ranked> page) {}

    public Section page(Optional<Cursor> after, int limit) {
        long start = after.map(cursor -> cursor.place() + 1).orElse(0L);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Section> section = at(start, after, limit);
            if (section.isPresent()) {
                return section.get();
            }
            start = search(after.orElseThrow().last());
        }
        throw new StoreException.Unavailable("Others keep changing the same list");
    }

    /** The page from a place on; empty where it does not begin there. */
    private Optional<Section> at(long start, Optional<Cursor> after, int limit) {
        // One more at either end: the last that was shown, and whether there are more.
        int before = start == 0 ? 0 : 1;
        List<Ranked> seen = store.ranks(key, order, start - before, start + limit);
        if (after.isPresent() && !begins(seen, before, after.get().last())) {
            return Optional.empty();
        }
        List<Ranked> behind = seen.subList(before, seen.size());
        List<Ranked> shown = behind.subList(0, Math.min(limit, behind.size()));
        Optional<Cursor> next =
                behind.size() > limit ? Optional.of(new Cursor(start + limit - 1, shown.getLast())) : Optional.empty();
        return Optional.of(new Section(start, new Page<>(shown, next)));
    }

    /** Whether of these exactly the ones from that place on come behind the last that was shown. */
    private boolean begins(List<Ranked> seen, int before, Ranked last) {
        return seen.size() >= before
                && IntStream.range(0, seen.size()).allMatch(i -> isBehind(seen.get(i), last) == (i >= before));
    }

    private boolean isBehind(Ranked each, Ranked last) {
        return last.precedes(each, order);
    }

    /** The first place behind a member, there or not, as far as others leave the set as it is. */
    private long search(Ranked last) {
        long low = 0;
        long high = store.read(new Read.Size(key));
        while (low < high) {
            long middle = (low + high) >>> 1;
            List<Ranked> one = store.ranks(key, order, middle, middle);
            if (one.isEmpty() || isBehind(one.getFirst(), last)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
