package dev.yorozu.page;

import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some of a list, and where it goes on.
 *
 * @param next empty when these are the last
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {
    public Page {
        items = List.copyOf(items);
    }

    /** The same of other items, some of which may be left out. */
    public <R> Page<R> map(Function<? super List<T>, ? extends List<R>> function) {
        return new Page<>(function.apply(items), next);
    }

    /**
     * A page of a list that is short enough to be read as a whole: those that come behind the cursor.
     *
     * @param place by what the list is ordered; no two items have the same
     */
    public static <T> Page<T> of(
            List<T> all, Function<? super T, Ranked> place, Order order, Optional<Cursor> after, int limit) {
        List<T> behind = all.stream()
                .filter(item -> after.isEmpty() || after.get().last().precedes(place.apply(item), order))
                .sorted(Comparator.comparing(place, comparator(order)))
                .toList();
        if (behind.size() <= limit) {
            return new Page<>(behind, Optional.empty());
        }
        List<T> shown = behind.subList(0, limit);
        long count = all.size() - behind.size() + limit - 1L;
        return new Page<>(shown, Optional.of(new Cursor(count, place.apply(shown.getLast()))));
    }

    private static Comparator<Ranked> comparator(Order order) {
        return (one, other) -> one.precedes(other, order) ? -1 : other.precedes(one, order) ? 1 : 0;
    }
}
