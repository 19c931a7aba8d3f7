package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes steps and outcomes out in full; the port's own text forms hide names and values, which may be secrets. */
final class Notation {
    private static final int LONGEST = 40;

    private Notation() {}

    static String of(Object value) {
        return switch (value) {
            case Key key -> key.partition().replaceAll(".*-", "") + key.name().substring(key.partitionEnd());
            case Bytes bytes -> quoted(bytes);
            case Optional<?> optional -> optional.map(Notation::of).orElse("nothing");
            case Map<?, ?> map ->
                list(map.entrySet().stream()
                        .map(e -> of(e.getKey()) + "=" + of(e.getValue()))
                        .sorted()
                        .toList());
            case Collection<?> collection ->
                list(collection.stream().map(Notation::of).toList());
            case Record plain -> ofRecord(plain);
            default -> value.toString();
        };
    }

    private static String list(List<String> elements) {
        return "[" + String.join(", ", elements) + "]";
    }

    private static String ofRecord(Record plain) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : plain.getClass().getRecordComponents()) {
            parts.add(of(valueOf(component, plain)));
        }
        return plain.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
    }

    private static Object valueOf(RecordComponent component, Record plain) {
        try {
            return component.getAccessor().invoke(plain);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + component, e);
        }
    }

    private static String quoted(Bytes bytes) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < Math.min(bytes.length(), LONGEST); i++) {
            byte b = bytes.at(i);
            text.append(b >= ' ' && b <= '~' ? String.valueOf((char) b) : "\\x%02x".formatted(b));
        }
        return text.append(bytes.length() > LONGEST ? "\"… of " + bytes.length() + " bytes" : "\"")
                .toString();
    }
}
