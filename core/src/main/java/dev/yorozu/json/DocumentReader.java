package dev.yorozu.json;

import dev.yorozu.store.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object of JSON in one pass over its bytes, as RFC 8259 has it: in UTF-8, and nothing else than JSON.
 *
 * <p>Every request of a session reads one, and a parser for streams of any encoding and size takes several times as long to
 * get ready as these few hundred bytes take to read.
 */
final class DocumentReader {
    /** What the product keeps is flat; some depth is for what others put beside it. */
    private static final int DEEPEST = 32;

    /** Longer ones take long to convert, and no program writes them. */
    private static final int LONGEST_NUMBER = 1000;

    /** Numbers of so many digits fit whatever they are. */
    private static final int LONG_DIGITS = 18;

    private static final int LONGEST_KEPT_NAME = 32;

    /** Names of fields recur: the newest at each place, which its hash decides. Any thread may read or replace one. */
    private static final @Nullable String[] NAMES = new String[512];

    private final byte[] json;
    /** Where the next character to be looked at stands. */
    private int at;

    private int depth;

    private DocumentReader(byte[] json) {
        this.json = json;
    }

    /** Says that the bytes are no JSON, or more of it than is read. */
    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed() {
            super(null, null, false, false);
        }
    }

    static Optional<Document> read(Bytes json) {
        try {
            return Optional.of(new DocumentReader(json.toArray()).whole());
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    private Document whole() {
        skipByteOrderMark();
        skipSpace();
        Document document = object();
        skipSpace();
        if (at != json.length) {
            throw new Malformed();
        }
        return document;
    }

    /** Some programs write one, although UTF-8 has only one order. */
    private void skipByteOrderMark() {
        if (json.length > 2 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF) {
            at = 3;
        }
    }

    private Document object() {
        enter('{');
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (current() != '}') {
            do {
                skipSpace();
                String name = name();
                skipSpace();
                expect(':');
                skipSpace();
                if (fields.containsKey(name)) {
                    throw new Malformed(); // Readers differ in which one counts.
                }
                fields.put(name, value());
                skipSpace();
            } while (accept(','));
        }
        leave('}');
        return new Document(fields);
    }

    private List<@Nullable Object> list() {
        enter('[');
        List<@Nullable Object> values = new ArrayList<>();
        if (current() != ']') {
            do {
                skipSpace();
                values.add(value());
                skipSpace();
            } while (accept(','));
        }
        leave(']');
        return values;
    }

    private void enter(char bracket) {
        expect(bracket);
        skipSpace();
        depth++;
        if (depth > DEEPEST) {
            throw new Malformed();
        }
    }

    private void leave(char bracket) {
        expect(bracket);
        depth--;
    }

    private @Nullable Object value() {
        return switch (current()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
        return meaning;
    }

    /** The name of a field: where it is short and plain, one that is kept. */
    private String name() {
        int start = at + 1;
        int end = plainEnd(start);
        if (current() != '"' || end == json.length || json[end] != '"' || end - start > LONGEST_KEPT_NAME) {
            return string();
        }
        at = end + 1;
        int place = place(start, end);
        String kept = NAMES[place];
        if (kept == null || !isAt(start, end, kept)) {
            kept = ascii(start, end);
            NAMES[place] = kept;
        }
        return kept;
    }

    private int place(int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + json[i];
        }
        return hash & NAMES.length - 1;
    }

    private boolean isAt(int start, int end, String text) {
        boolean same = end - start == text.length();
        for (int i = start; same && i < end; i++) {
            same = json[i] == text.charAt(i - start);
        }
        return same;
    }

    private String string() {
        expect('"');
        int start = at;
        int end = plainEnd(start);
        at = end;
        if (current() != '"') {
            return decoded(start);
        }
        at++;
        return ascii(start, end);
    }

    /** Where a run of plain characters ends. */
    private int plainEnd(int start) {
        int end = start;
        while (end < json.length && isPlain(json[end])) {
            end++;
        }
        return end;
    }

    /** Whether a byte of a string is a character by itself, and no quotation mark. */
    private static boolean isPlain(byte c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    private String ascii(int start, int end) {
        return new String(json, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /** The rest of a string with escapes or characters beyond ASCII. */
    private String decoded(int start) {
        StringBuilder text = new StringBuilder(ascii(start, at));
        while (current() != '"') {
            int from = at;
            while (isPlain(current()) || json[at] < 0) {
                at++;
            }
            text.append(utf8(from, at));
            if (accept('\\')) {
                text.append(escaped());
            } else if (current() != '"') {
                throw new Malformed(); // A control character.
            }
        }
        at++;
        return text.toString();
    }

    /** Decoded strictly: what is no UTF-8 is not repaired, since two broken names would become one. */
    private CharSequence utf8(int start, int end) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json, start, end - start));
        } catch (CharacterCodingException malformed) {
            throw new Malformed();
        }
    }

    private char escaped() {
        byte c = current();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> (char) c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) (hexDigit() << 12 | hexDigit() << 8 | hexDigit() << 4 | hexDigit());
            default -> throw new Malformed();
        };
    }

    private int hexDigit() {
        byte c = current();
        if (!HexFormat.isHexDigit(c)) {
            throw new Malformed();
        }
        at++;
        return HexFormat.fromHexDigit(c);
    }

    /** A whole number that fits as a {@link Long}, any other as a {@link BigDecimal} with just its digits. */
    private Object number() {
        int start = at;
        accept('-');
        int first = at;
        skipDigits();
        int end = at;
        if (json[first] == '0' && end - first > 1) {
            throw new Malformed();
        }
        if (accept('.')) {
            skipDigits();
        }
        if (accept('e') || accept('E')) {
            skipSign();
            skipDigits();
        }
        if (at - start > LONGEST_NUMBER) {
            throw new Malformed();
        }
        return at == end ? whole(start, first) : decimal(ascii(start, at));
    }

    private Object whole(int start, int first) {
        if (at - first > LONG_DIGITS) {
            BigInteger number = new BigInteger(ascii(start, at));
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : new BigDecimal(number);
        }
        long number = 0;
        for (int i = first; i < at; i++) {
            number = number * 10 + (json[i] - '0');
        }
        return first > start ? -number : number;
    }

    private static BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException exponent) {
            throw new Malformed();
        }
    }

    private void skipSign() {
        if (!accept('+')) {
            accept('-');
        }
    }

    private void skipDigits() {
        int start = at;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw new Malformed();
        }
    }

    private void skipSpace() {
        while (at < json.length && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
            at++;
        }
    }

    /** Goes over a character where it is the next one. */
    private boolean accept(char wanted) {
        boolean found = at < json.length && json[at] == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw new Malformed();
        }
    }

    private byte current() {
        if (at >= json.length) {
            throw new Malformed();
        }
        return json[at];
    }
}
