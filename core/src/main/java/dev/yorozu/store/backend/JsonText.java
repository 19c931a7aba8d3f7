package dev.yorozu.store.backend;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
    /** Where the next character to be looked at stands. */
    private int at;

    private JsonText(byte[] text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Throws {@link StoreException.NotAnObject} when the changes cannot be made. */
    public static void check(Bytes object, List<Write.Amend.Change> changes) {
        byte[] text = object.toArray();
        for (Write.Amend.Change change : changes) {
            place(text, change.path());
        }
    }

    /** The object with all changes made. Each field is looked for in the object as it was given. */
    public static Bytes amend(
            Bytes object, List<Write.Amend.Change> changes, ToLongFunction<Write.Amend.Tally> tallies) {
        byte[] text = object.toArray();
        List<Splice> splices = new ArrayList<>(changes.size());
        for (Write.Amend.Change change : changes) {
            byte[] value = switch (change.source()) {
                case Write.Amend.Literal literal -> literal.json().toArray();
                case Write.Amend.Tally tally ->
                    Long.toString(tallies.applyAsLong(tally)).getBytes(StandardCharsets.US_ASCII);
            };
            splices.add(new Splice(place(text, change.path()), change.path().getLast(), value));
        }
        splices.sort(Comparator.comparingInt(Splice::start));
        return spliced(text, splices);
    }

    private static Place place(byte[] text, List<String> path) {
        int start = 0;
        for (String name : path.subList(0, path.size() - 1)) {
            Place place = new JsonText(text, start).find(name);
            if (!place.found()) {
                throw new StoreException.NotAnObject();
            }
            start = place.start();
        }
        return new JsonText(text, start).find(path.getLast());
    }

    /** A value that comes into a place; where the field is not there yet, with its name. */
    private record Splice(Place place, String name, byte[] value) {
        int start() {
            return place.start();
        }
    }

    /** The splices come in the order of their places; those that add to one object have the same. */
    private static Bytes spliced(byte[] text, List<Splice> splices) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length + 64);
        int copied = 0;
        int last = -1;
        for (Splice splice : splices) {
            Place place = splice.place();
            out.write(text, copied, place.start() - copied);
            if (!place.found()) {
                boolean first = place.first() && place.start() != last;
                out.writeBytes(((first ? "\"" : ",\"") + splice.name() + "\":").getBytes(StandardCharsets.US_ASCII));
            }
            out.writeBytes(splice.value());
            copied = place.end();
            last = place.start();
        }
        out.write(text, copied, text.length - copied);
        return Bytes.wrap(out.toByteArray());
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
        byte[] wanted = name.getBytes(StandardCharsets.US_ASCII);
        skipSpace();
        expect('{');
        skipSpace();
        if (current() == '}') {
            return new Place(false, at, at, true);
        }
        while (true) {
            int open = at;
            skipString();
            boolean match = isNamed(wanted, open + 1, at - 1);
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

    private boolean isNamed(byte[] wanted, int from, int to) {
        return Arrays.equals(text, from, to, wanted, 0, wanted.length);
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
        while (current() != '"') {
            at += current() == '\\' ? 2 : 1;
        }
        at++;
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
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) {
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
        if (at >= text.length) {
            throw new StoreException.NotAnObject();
        }
        return text[at];
    }
}
