package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Write;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the script how to amend an object.
 *
 * <p>The changes are gathered by the object that has the fields, so that the script walks over each once. A tally names the
 * write whose key it counts, because a script may only use keys that it was given.
 */
final class Amendment {
    private static final Bytes RESULT = Bytes.of("RESULT");

    private Amendment() {}

    static List<Bytes> arguments(Write.Amend amend, Batch batch) {
        Map<String, List<Write.Amend.Change>> objects = new LinkedHashMap<>();
        for (Write.Amend.Change change : amend.changes()) {
            List<String> path = change.path();
            // No name holds a full stop.
            String object = path.size() == 1 ? "" : String.join(".", path.subList(0, path.size() - 1));
            objects.computeIfAbsent(object, none -> new ArrayList<>()).add(change);
        }
        List<Bytes> arguments =
                new ArrayList<>(2 * objects.size() + 3 * amend.changes().size());
        objects.forEach((object, changes) -> {
            arguments.add(Bytes.of(object));
            arguments.add(Bytes.of(changes.size()));
            changes.forEach(change -> append(change, batch, arguments));
        });
        return arguments;
    }

    private static void append(Write.Amend.Change change, Batch batch, List<Bytes> arguments) {
        arguments.add(Bytes.of(change.path().getLast()));
        switch (change.source()) {
            case Write.Amend.Literal literal -> {
                arguments.add(Arguments.NONE);
                arguments.add(literal.json());
            }
            case Write.Amend.Tally tally -> {
                Write telling = batch.telling(tally);
                arguments.add(
                        givesCount(telling, batch)
                                ? RESULT
                                : Bytes.of(counting(telling.family()).name()));
                arguments.add(Bytes.of(batch.writes().indexOf(telling)));
            }
        }
    }

    /** Whether the key holds what this write gave when the object's turn comes. */
    private static boolean givesCount(Write telling, Batch batch) {
        return telling instanceof Write.Add add
                && add.onCreate() instanceof Expiry.Never
                && batch.writes().stream()
                        .noneMatch(other -> other != telling && other.key().equals(telling.key()));
    }

    private static CommandType counting(Write.Family family) {
        return switch (family) {
            case COUNTER -> CommandType.GET;
            case SET -> CommandType.SCARD;
            case RANK -> CommandType.ZCARD;
            case LIST -> CommandType.LLEN;
            case HASH -> CommandType.HLEN;
            case ANY, VALUE, THROTTLE -> throw new IllegalArgumentException("A " + family + " counts nothing");
        };
    }
}
