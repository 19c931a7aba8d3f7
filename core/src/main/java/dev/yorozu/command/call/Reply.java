package dev.yorozu.command.call;

import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a command answers, in the types of RESP3. A door that speaks RESP2 sends what {@link #plain} gives, which has only
 * texts, errors, integers, bulks, nulls and arrays.
 */
public sealed interface Reply {
    Reply OK = new Simple("OK");
    Reply NULL = new Null();
    Reply NULL_ARRAY = new NullArray();
    Reply EMPTY = new Array(List.of());
    Reply ZERO = new Int(0);
    Reply ONE = new Int(1);

    /** A short text of the server's own. */
    record Simple(String text) implements Reply {}

    /** A refusal: a code such as {@code ERR} or {@code WRONGTYPE}, and a sentence. */
    record Failure(String text) implements Reply {}

    record Int(long value) implements Reply {}

    record Bulk(Bytes value) implements Reply {}

    record Null() implements Reply {}

    /** Nothing where a list would be; RESP3 has one null for both. */
    record NullArray() implements Reply {}

    record Array(List<Reply> items) implements Reply {
        public Array {
            items = List.copyOf(items);
        }
    }

    /** Members in no order. */
    record Members(List<Reply> items) implements Reply {
        public Members {
            items = List.copyOf(items);
        }
    }

    /** Names and values by turns. */
    record Pairs(List<Reply> items) implements Reply {
        public Pairs {
            items = List.copyOf(items);
        }
    }

    record Real(double value) implements Reply {}

    /** Members with their scores: in RESP3 a list of pairs, in RESP2 one flat list. */
    record Scored(List<Reply> items) implements Reply {
        public Scored {
            items = List.copyOf(items);
        }
    }

    static Reply of(boolean value) {
        return value ? ONE : ZERO;
    }

    static Reply of(long value) {
        return new Int(value);
    }

    static Reply of(Bytes value) {
        return new Bulk(value);
    }

    static Reply of(String value) {
        return new Bulk(Bytes.of(value));
    }

    static Reply error(String text) {
        return new Failure(text);
    }

    static Reply bulks(Collection<Bytes> values) {
        return new Array(values.stream().map(Reply::of).toList());
    }

    static Reply members(Collection<Bytes> values) {
        return new Members(values.stream().map(Reply::of).toList());
    }

    static Reply pairs(Map<Bytes, Bytes> values) {
        List<Reply> items = new ArrayList<>(2 * values.size());
        values.forEach((name, value) -> {
            items.add(of(name));
            items.add(of(value));
        });
        return new Pairs(items);
    }

    /** About how many bytes of values it holds. */
    default long size() {
        return switch (this) {
            case Bulk bulk -> bulk.value().length();
            case Array array -> size(array.items());
            case Members members -> size(members.items());
            case Pairs pairs -> size(pairs.items());
            case Scored scored -> size(scored.items());
            case Simple simple -> simple.text().length();
            case Failure failure -> failure.text().length();
            case Int number -> Long.BYTES;
            case Real real -> Double.BYTES;
            case Null none -> 0;
            case NullArray none -> 0;
        };
    }

    private static long size(List<Reply> items) {
        long size = 0;
        for (Reply item : items) {
            size += item.size();
        }
        return size;
    }

    /** The same in RESP2. */
    default Reply plain() {
        return switch (this) {
            case Simple same -> same;
            case Failure same -> same;
            case Int same -> same;
            case Bulk same -> same;
            case Null same -> same;
            case NullArray same -> same;
            case Array array -> plain(array.items());
            case Members members -> plain(members.items());
            case Pairs pairs -> plain(pairs.items());
            case Scored scored -> plain(scored.items());
            case Real real -> of(Numbers.text(real.value()));
        };
    }

    private static Reply plain(List<Reply> items) {
        return new Array(items.stream().map(Reply::plain).toList());
    }
}
