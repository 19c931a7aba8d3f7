package dev.yorozu.conformance.command;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Whether two replies to one call say the same: exactly, or as far as order, time and chance allow. */
final class Likeness {
    /** Both servers reckon from their own moment. */
    private static final long MILLIS = 30_000;

    private Likeness() {}

    static boolean alike(List<Bytes> call, Reply one, Reply other) {
        if (one instanceof Reply.Failure || other instanceof Reply.Failure) {
            return one.equals(other);
        }
        String name = Call.word(call.getFirst());
        return switch (name) {
            case "SMEMBERS", "HKEYS", "HVALS", "KEYS" -> sorted(one, 1).equals(sorted(other, 1));
            case "HGETALL" -> sorted(one, 2).equals(sorted(other, 2));
            case "SPOP", "SRANDMEMBER" -> shape(one).equals(shape(other));
            case "RANDOMKEY" -> one.getClass() == other.getClass();
            case "PTTL", "PEXPIRETIME" -> near(one, other, MILLIS);
            case "TTL", "EXPIRETIME" -> near(one, other, MILLIS / 1000);
            default -> one.equals(other);
        };
    }

    static List<Reply> items(Reply reply) {
        return reply instanceof Reply.Array array ? array.items() : List.of(reply);
    }

    /** The items in groups of so many, in one order. */
    private static List<String> sorted(Reply reply, int group) {
        List<Reply> items = items(reply);
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < items.size(); i += group) {
            groups.add(items.subList(i, Math.min(items.size(), i + group)).stream()
                    .map(Likeness::show)
                    .collect(Collectors.joining(" ")));
        }
        groups.sort(Comparator.naturalOrder());
        return groups;
    }

    private static String shape(Reply reply) {
        return reply.getClass() + " of " + items(reply).size();
    }

    private static boolean near(Reply one, Reply other, long most) {
        if (one instanceof Reply.Int a && other instanceof Reply.Int b && a.value() > 0 && b.value() > 0) {
            return Math.abs(a.value() - b.value()) <= most;
        }
        return one.equals(other);
    }

    static String show(List<Bytes> call) {
        return call.stream().map(Likeness::show).collect(Collectors.joining(" "));
    }

    private static String show(Bytes bytes) {
        String text = new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
        StringBuilder shown = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            shown.append(c >= ' ' && c < 127 ? "" + c : String.format("\\x%02x", (int) c));
        }
        return shown.append('"').toString();
    }

    static String show(Reply reply) {
        return switch (reply) {
            case Reply.Bulk bulk -> show(bulk.value());
            case Reply.Array array ->
                array.items().stream().map(Likeness::show).toList().toString();
            default -> reply.toString();
        };
    }
}
