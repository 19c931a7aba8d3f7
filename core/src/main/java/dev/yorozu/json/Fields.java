package dev.yorozu.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in their order. Nothing is set any more once a {@link Document} has them.
 *
 * <p>Nearly every object has a dozen fields at most, and lives for one request: those are sooner gone through than entered into
 * a table, which takes several times their memory. The places of more are found by a table, so that an object of very many
 * takes no longer for each.
 */
final class Fields {
    private static final int FEW = 16;

    /** The first room for names and values where nobody knows how many come. */
    private static final int USUAL = 2 * 8;

    /** Name, value, name, value. */
    private @Nullable Object[] pairs;

    private int size;
    private @Nullable Map<String, Integer> places;

    /** @param room for how many there is room at first */
    Fields(int room) {
        this.pairs = new Object[2 * room];
    }

    private Fields(Fields others, int more) {
        this.pairs = Arrays.copyOf(others.pairs, 2 * (others.size + more));
        this.size = others.size;
        this.places = others.places == null ? null : new HashMap<>(others.places);
    }

    /** The same fields, with room for more. */
    Fields copy(int more) {
        return new Fields(this, more);
    }

    int size() {
        return size;
    }

    /** Sets a field: where it was before, else at the end. True when it is a new one. */
    boolean put(String name, @Nullable Object value) {
        int known = place(name);
        if (known >= 0) {
            pairs[known + 1] = value;
            return false;
        }
        int place = 2 * size;
        if (place == pairs.length) {
            pairs = Arrays.copyOf(pairs, Math.max(USUAL, 2 * place));
        }
        pairs[place] = name;
        pairs[place + 1] = value;
        size++;
        enter(name, place);
        return true;
    }

    private void enter(String name, int place) {
        if (places != null) {
            places.put(name, place);
        } else if (size > FEW) {
            Map<String, Integer> all = new HashMap<>();
            for (int i = 0; i <= place; i += 2) {
                all.put(name(i), i);
            }
            places = all;
        }
    }

    private int place(String name) {
        if (places != null) {
            return places.getOrDefault(name, -1);
        }
        for (int place = 0; place < 2 * size; place += 2) {
            if (name.equals(pairs[place])) {
                return place;
            }
        }
        return -1;
    }

    boolean has(String name) {
        return place(name) >= 0;
    }

    /** The value of a field; null where there is none as well. */
    @Nullable
    Object get(String name) {
        int place = place(name);
        return place < 0 ? null : pairs[place + 1];
    }

    /** All names, in their order. */
    List<String> names() {
        List<String> names = new ArrayList<>(size);
        forEach((name, value) -> names.add(name));
        return names;
    }

    /** Sets all of these. */
    void putAll(Fields others) {
        others.forEach(this::put);
    }

    void forEach(BiConsumer<String, @Nullable Object> action) {
        for (int place = 0; place < 2 * size; place += 2) {
            action.accept(name(place), pairs[place + 1]);
        }
    }

    private String name(int place) {
        return (String) Objects.requireNonNull(pairs[place]);
    }
}
