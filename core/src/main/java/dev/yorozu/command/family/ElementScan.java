package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.ValueType;
import dev.yorozu.text.Glob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/*
 * A walk over the elements of one collection, which may change between two pages, without anything remembered here.
 * Elements are taken in the order of a hash of their bytes, and a cursor is the hash with which the next page begins. An
 * element keeps its hash, so one that is there all the time is seen exactly once. Elements of one hash come on one page.
 *
 * Each page reads the whole collection. So that this stays linear, a page holds at least a sixteenth of it.
 */

/** SSCAN, HSCAN and ZSCAN. */
final class ElementScan {
    private static final int PAGES = 16;

    private ElementScan() {}

    /** An element on its way to a page. */
    private record Hashed(long hash, Bytes element) {}

    /** What may follow the cursor. */
    record Options(Optional<Bytes> pattern, long count, Optional<String> type) {
        /** @param typed whether a type may be asked for */
        static Options of(Call call, int start, boolean typed) {
            Optional<Bytes> pattern = Optional.empty();
            Optional<String> type = Optional.empty();
            long count = 10;
            for (int i = start; i < call.size(); i += 2) {
                String word = i + 1 < call.size() ? call.option(i) : "";
                switch (word) {
                    case "COUNT" -> {
                        count = call.integer(i + 1);
                        if (count < 1) {
                            throw Refused.syntax();
                        }
                    }
                    case "MATCH" -> pattern = Optional.of(call.part(i + 1));
                    case "TYPE" -> {
                        if (!typed) {
                            throw Refused.syntax();
                        }
                        type = Optional.of(call.option(i + 1).toLowerCase(java.util.Locale.ROOT));
                    }
                    default -> throw Refused.syntax();
                }
            }
            return new Options(pattern, count, type);
        }

        boolean takes(Bytes name) {
            return pattern.isEmpty() || Glob.matches(pattern.get().toArray(), name.toArray());
        }
    }

    /** The cursor of a call: digits, as C reads them. */
    static long cursor(Bytes part) {
        String text = part.text();
        try {
            String digits = text.startsWith("+") ? text.substring(1) : text;
            if (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Long.parseUnsignedLong(digits);
            }
            if (text.isEmpty()) {
                return 0;
            }
        } catch (NumberFormatException tooLong) {
            throw new Refused("ERR invalid cursor");
        }
        throw new Refused("ERR invalid cursor");
    }

    /** @param shown what a page shows of an element */
    static Reply scan(
            Call call, ValueType type, Supplier<Collection<Bytes>> elements, Function<Bytes, List<Bytes>> shown) {
        long cursor = cursor(call.part(2));
        if (call.size(call.key(), type) == 0) {
            return page(0, List.of());
        }
        Options options = Options.of(call, 3, false);
        Collection<Bytes> all = elements.get();
        List<Hashed> rest = all.stream()
                .map(element -> new Hashed(hash(element), element))
                .filter(hashed -> hashed.hash() >= cursor)
                .sorted(Comparator.comparingLong(Hashed::hash))
                .toList();
        long wanted = Math.max(options.count(), all.size() / PAGES);
        List<Bytes> found = new ArrayList<>();
        for (int i = 0; i < rest.size(); i++) {
            Hashed next = rest.get(i);
            if (i >= wanted && next.hash() != rest.get(i - 1).hash()) {
                return page(next.hash(), found);
            }
            if (options.takes(next.element())) {
                found.addAll(shown.apply(next.element()));
            }
        }
        return page(0, found);
    }

    static Reply page(long cursor, List<Bytes> found) {
        return new Reply.Array(List.of(Reply.of(Long.toUnsignedString(cursor)), Reply.bulks(found)));
    }

    /** From 1 on, in 48 bits, which every client can count. */
    private static long hash(Bytes element) {
        long hash = 0;
        for (int i = 0; i < element.length(); i++) {
            hash = (hash ^ (element.at(i) & 0xff)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (hash >>> 16) + 1;
    }
}
