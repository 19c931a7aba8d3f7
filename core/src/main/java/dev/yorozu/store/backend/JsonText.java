package dev.yorozu.store.backend;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Changes fields of a JSON object in its text, without reading the rest.
 *
 * <p>The walk goes over names and values from the beginning to the field asked for, and no further: what lies behind it
 * is not looked at. Names are compared as they are written. The script of the Redis store takes the same steps, so that
 * both find the same faults.
 */
public final class JsonText {
    private final byte[] text;
    private final int end;
    /** Where the next character to be looked at stands. */
    private int at;

    private JsonText(byte[] text, int at, int end) {
        this.text = text;
        this.at = at;
        this.end = end;
    }

    /** Throws {@link StoreException.NotAnObject} when the changes cannot be made. */
    public static void check(Bytes object, List<Write.Amend.Change> changes) {
        object.read((text, from, to) -> {
            for (Write.Amend.Change change : changes) {
                place(text, from, to, change.path());
            }
            return object;
        });
    }

    /** The object with all changes made. Each field is looked for in the object as it was given. */
    public static Bytes amend(
            Bytes object, List<Write.Amend.Change> changes, ToLongFunction<Write.Amend.Tally> tallies) {
        return object.read((text, from, to) -> {
            List<Splice> splices = new ArrayList<>(changes.size());
            for (Write.Amend.Change change : changes) {
                Bytes value = switch (change.source()) {
                    case Write.Amend.Literal literal -> literal.json();
                    case Write.Amend.Tally tally -> Bytes.of(tallies.applyAsLong(tally));
                };
                Place place = place(text, from, to, change.path());
                splices.add(new Splice(place, change.path().getLast(), value));
            }
            splices.sort(Comparator.comparingInt(Splice::start));
            return spliced(text, from, to, splices);
        });
    }

    private static Place place(byte[] text, int from, int to, List<String> path) {
        int start = from;
        for (String name : path.subList(0, path.size() - 1)) {
            Place place = new JsonText(text, start, to).find(name);
            if (!place.found()) {
                throw new StoreException.NotAnObject();
            }
            start = place.start();
        }
        return new JsonText(text, start, to).find(path.getLast());
    }

    /** A value that comes into a place; where the field is not there yet, with its name. */
    private record Splice(Place place, String name, Bytes value) {
        int start() {
            return place.start();
        }

        /** The most by which the object grows. */
        int growth() {
            return value.length() + (place.found() ? place.start() - place.end() : name.length() + ",\"\":".length());
        }
    }

    /** The splices come in the order of their places; those that add to one object have the same. */
    private static Bytes spliced(byte[] text, int from, int to, List<Splice> splices) {
        int size = to - from;
        for (Splice splice : splices) {
            size += splice.growth();
        }
        byte[] out = new byte[size];
        int length = 0;
        int copied = from;
        int last = -1;
        for (Splice splice : splices) {
            Place place = splice.place();
            length = append(text, copied, place.start(), out, length);
            if (!place.found()) {
                boolean first = place.first() && place.start() != last;
                byte[] name = ((first ? "\"" : ",\"") + splice.name() + "\":").getBytes(StandardCharsets.US_ASCII);
                length = append(name, 0, name.length, out, length);
            }
            splice.value().copyTo(out, length);
            length += splice.value().length();
            copied = place.end();
            last = place.start();
        }
        length = append(text, copied, to, out, length);
        return Bytes.wrap(out, 0, length);
    }

    private static int append(byte[] text, int from, int to, byte[] out, int length) {
        System.arraycopy(text, from, out, length, to - from);
        return length + to - from;
    }

    /**
     * Where a field's value stands, or where the field would be added.
     *
     * @param end behind the value
     * @param first whether a field that is added would be the object's first
     */
    private record Place(boolean found, int start, int end, boolean first) {}

    /** Walks over the object that begins here. */
    private Place find(String name) {
        skipSpace();
        expect('{');
        skipSpace();
        if (current() == '}') {
            return new Place(false, at, at, true);
        }
        while (true) {
            int open = at;
            skipString();
            boolean match = isNamed(name, open + 1, at - 1);
            skipSpace();
            expect(':');
            skipSpace();
            int start = at;
            skipValue();
            if (match) {
                return new Place(true, start, at, false);
            }
            skipSpace();
            if (current() == '}') {
                return new Place(false, at, at, false);
            }
            expect(',');
            skipSpace();
        }
    }

    /** Names that are asked for are ASCII. */
    private boolean isNamed(String wanted, int from, int to) {
        if (to - from != wanted.length()) {
            return false;
        }
        for (int i = 0; i < wanted.length(); i++) {
            if (text[from + i] != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void skipValue() {
        switch (current()) {
            case '"' -> skipString();
            case '{', '[' -> skipNested();
            default -> skipWord();
        }
    }

    private void skipString() {
        expect('"');
        int next = at;
        while (next < end && text[next] != '"') {
            next += text[next] == '\\' ? 2 : 1;
        }
        at = next;
        expect('"');
    }

    private void skipNested() {
        int depth = 0;
        do {
            switch (current()) {
                case '"' -> skipString();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0);
    }

    /** A number, {@code true}, {@code false} or {@code null}. */
    private void skipWord() {
        int start = at;
        while (isWordCharacter(current())) {
            at++;
        }
        if (at == start) {
            throw new StoreException.NotAnObject();
        }
    }

    private static boolean isWordCharacter(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '.'
                || c == '+'
                || c == '-';
    }

    private void skipSpace() {
        while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) {
            at++;
        }
    }

    private void expect(char wanted) {
        if (current() != wanted) {
            throw new StoreException.NotAnObject();
        }
        at++;
    }

    private byte current() {
        if (at >= end) {
            throw new StoreException.NotAnObject();
        }
        return text[at];
    }
}
