package dev.yorozu.server.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Trees of maps, lists and values, as YAML and JSON have them, in the order in which they are written. */
final class Tree {
    private Tree() {}

    /** Reads a file that lies beside this class: YAML, or JSON, which is YAML too. */
    static Map<String, Object> read(String file) {
        try (InputStream in = Objects.requireNonNull(Tree.class.getResourceAsStream(file), file)) {
            return map(Objects.requireNonNull(
                    new Load(LoadSettings.builder().setLabel(file).build()).loadFromInputStream(in)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The value as a map by texts; none is an empty one. */
    static Map<String, Object> map(@Nullable Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value != null) {
            ((Map<?, ?>) value).forEach((name, each) -> map.put(String.valueOf(name), each));
        }
        return map;
    }

    /** A value that must be there. */
    static Object required(Map<String, Object> map, String name) {
        Object value = map.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no " + name + " in " + map);
        }
        return value;
    }

    /** The value as a list; none is an empty one, and what is no list is the only one in it. */
    static List<?> list(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> list -> list;
            default -> List.of(value);
        };
    }

    static Map<String, Object> of(String name, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(name, value);
        return map;
    }

    static Map<String, Object> of(String name, Object value, String second, Object other) {
        Map<String, Object> map = of(name, value);
        map.put(second, other);
        return map;
    }
}
