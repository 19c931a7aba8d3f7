package dev.yorozu.nostalgic.total;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The names of all services of one kind in alphabetical order, as the index told them a short while ago.
 *
 * <p>All requests share one list, which the first that finds it too old renews while the others wait.
 */
final class ServiceNames {
    private static final Duration AGE = Duration.ofSeconds(30);
    private static final int PAGE = 1000;
    private static final int MOST = 500_000;
    /** A page is read again from the beginning when something before it was deleted meanwhile; not for ever. */
    private static final int MOST_STARTS = 4;

    private final Store store;
    private final Kind kind;
    private final InstantSource clock;
    private final ReentrantLock renewal = new ReentrantLock();
    private volatile @Nullable Snapshot latest;

    ServiceNames(Store store, Kind kind, InstantSource clock) {
        this.store = store;
        this.kind = kind;
        this.clock = clock;
    }

    /**
     * Names in alphabetical order.
     *
     * @param complete whether there are no more
     */
    record Names(List<String> names, boolean complete) {}

    private record Snapshot(Names all, Instant taken) {
        boolean isFresh(Instant now) {
            Duration age = Duration.between(taken, now);
            return !age.isNegative() && age.compareTo(AGE) <= 0;
        }
    }

    /** The first so many names that begin with the prefix. */
    Names beginningWith(String prefix, int most) {
        Names all = all();
        int found = Collections.binarySearch(all.names(), prefix);
        int start = found < 0 ? -found - 1 : found;
        int end = start;
        while (end < all.names().size()
                && end - start < most
                && all.names().get(end).startsWith(prefix)) {
            end++;
        }
        boolean more = end < all.names().size() && all.names().get(end).startsWith(prefix);
        return new Names(all.names().subList(start, end), all.complete() && !more);
    }

    private Names all() {
        Snapshot known = latest;
        if (known != null && known.isFresh(clock.instant())) {
            return known.all();
        }
        renewal.lock();
        try {
            Snapshot now = latest;
            if (now == null || !now.isFresh(clock.instant())) {
                Instant taken = clock.instant();
                now = new Snapshot(load(), taken);
                latest = now;
            }
            return now.all();
        } finally {
            renewal.unlock();
        }
    }

    private Names load() {
        TreeSet<String> names = new TreeSet<>();
        for (int start = 0; start < MOST_STARTS; start++) {
            Optional<Boolean> complete = walk(names);
            if (complete.isPresent()) {
                return new Names(List.copyOf(names), complete.get());
            }
        }
        return new Names(List.copyOf(names), false);
    }

    /**
     * Reads the index from its beginning to its end or as far as is bearable, and says whether that was the end; empty
     * when it was shortened meanwhile. Each page begins with the last member of the page before: where another stands
     * there, something has moved.
     */
    private Optional<Boolean> walk(TreeSet<String> names) {
        List<Bytes> last = new ArrayList<>();
        for (long position = 0; position < MOST; position += PAGE - 1) {
            List<Ranked> page = store.ranks(kind.keys().index().key(), Order.RISING, position, position + PAGE - 1);
            boolean joins = last.isEmpty()
                    || (!page.isEmpty() && page.getFirst().member().equals(last.getFirst()));
            if (!joins) {
                return Optional.empty();
            }
            page.forEach(each -> names.add(each.member().text()));
            if (page.size() < PAGE) {
                return Optional.of(true);
            }
            last = List.of(page.getLast().member());
        }
        return Optional.of(false);
    }
}
