package dev.yorozu.command;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was at keys when a step began, so that it can be put back before the step ends.
 *
 * @param writes what makes it again; nothing where it was absent
 */
public record KeyCopies(Map<Key, List<Write>> writes) {
    /** How many elements one write puts back, as many as a client could write at once. */
    private static final int TOGETHER = 1000;

    public static KeyCopies of(Store.State state, List<Key> keys) {
        Map<Key, List<Write>> writes = new LinkedHashMap<>();
        keys.forEach(key -> writes.computeIfAbsent(key, each -> copy(state, each)));
        return new KeyCopies(writes);
    }

    public void restore(Store.State state) {
        writes.forEach((key, all) -> {
            state.apply(new Write.Delete(key));
            all.forEach(state::apply);
        });
    }

    private static List<Write> copy(Store.State state, Key key) {
        Optional<ValueType> type = state.read(new Read.Type(key));
        if (type.isEmpty()) {
            return List.of();
        }
        List<Write> writes = new ArrayList<>(content(state, key, type.get()));
        if (state.read(new Read.Remaining(key)).orElseThrow() instanceof Life.Ends ends) {
            writes.add(new Write.Expire(key, Expiry.at(state.now().plus(ends.left()))));
        }
        return writes;
    }

    private static List<? extends Write> content(Store.State state, Key key, ValueType type) {
        return switch (type) {
            case STRING ->
                List.of(new Write.Put(key, state.read(new Read.Get(key)).orElseThrow(), Expiry.never()));
            case SET ->
                parts(List.copyOf(state.read(new Read.Members(key)))).stream()
                        .map(part -> new Write.SetAdd(key, part))
                        .toList();
            case RANK ->
                state.read(new Read.Ranks(key, Order.RISING, 0, -1)).stream()
                        .map(ranked -> new Write.RankAdd(key, ranked.member(), ranked.score(), Write.Replace.ALWAYS))
                        .toList();
            case LIST ->
                parts(state.read(new Read.Slice(key, 0, -1))).stream()
                        .map(part -> new Write.ListPush(key, Write.End.TAIL, part))
                        .toList();
            case HASH ->
                state.read(new Read.Fields(key)).entrySet().stream()
                        .map(field -> new Write.HashPut(key, field.getKey(), field.getValue()))
                        .toList();
        };
    }

    private static List<List<Bytes>> parts(List<Bytes> all) {
        List<List<Bytes>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += TOGETHER) {
            parts.add(all.subList(from, Math.min(all.size(), from + TOGETHER)));
        }
        return parts;
    }
}
