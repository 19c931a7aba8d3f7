package dev.yorozu.json;

import dev.yorozu.store.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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

    private static final int USUAL_FIELDS = 12;

    private static final int LONGEST_KEPT_NAME = 32;

    /** Names of fields recur: the newest at each place, which its hash decides. Any thread may read or replace one. */
    private static final @Nullable String[] NAMES = new String[512];

    /** Of strings as long as this, tokens and the like, many are never asked for. */
    private static final int LONG_TEXT = 64;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGHEST = 0x8080_8080_8080_8080L;

    private final byte[] json;
    /** Where what is read ends. */
    private final int end;
    /** Where the next character to be looked at stands. */
    private int at;

    private int depth;

    private DocumentReader(byte[] json, int from, int end) {
        this.json = json;
        this.at = from;
        this.end = end;
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
            return Optional.of(json.read((array, from, to) -> new DocumentReader(array, from, to).whole()));
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    private Document whole() {
        skipByteOrderMark();
        skipSpace();
        Document document = object();
        skipSpace();
        if (at != end) {
            throw new Malformed();
        }
        return document;
    }

    /** Some programs write one, although UTF-8 has only one order. */
    private void skipByteOrderMark() {
        if (end - at > 2 && json[at] == (byte) 0xEF && json[at + 1] == (byte) 0xBB && json[at + 2] == (byte) 0xBF) {
            at += 3;
        }
    }

    private Document object() {
        enter('{');
        Fields fields = new Fields(USUAL_FIELDS);
        if (current() != '}') {
            do {
                skipSpace();
                String name = name();
                skipSpace();
                expect(':');
                skipSpace();
                if (!fields.put(name, value())) {
                    throw new Malformed(); // Twice the same name: readers differ in which one counts.
                }
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
            case '"' -> text();
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
        int behind = plainEnd(start);
        if (current() != '"' || behind == end || json[behind] != '"' || behind - start > LONGEST_KEPT_NAME) {
            return string();
        }
        at = behind + 1;
        int place = place(start, behind);
        String kept = NAMES[place];
        if (kept == null || !isAt(start, behind, kept)) {
            kept = ascii(start, behind);
            NAMES[place] = kept;
        }
        return kept;
    }

    private int place(int start, int behind) {
        int hash = 0;
        for (int i = start; i < behind; i++) {
            hash = 31 * hash + json[i];
        }
        return hash & NAMES.length - 1;
    }

    private boolean isAt(int start, int behind, String text) {
        boolean same = behind - start == text.length();
        for (int i = start; same && i < behind; i++) {
            same = json[i] == text.charAt(i - start);
        }
        return same;
    }

    /** A string as a value: a long one that is plain stays where it lies until it is asked for. */
    private Object text() {
        int start = at + 1;
        int behind = plainEnd(start);
        if (behind - start < LONG_TEXT || behind == end || json[behind] != '"') {
            return string();
        }
        at = behind + 1;
        return new LongText(json, start, behind - start);
    }

    private String string() {
        expect('"');
        int start = at;
        int behind = plainEnd(start);
        at = behind;
        if (current() != '"') {
            return decoded(start);
        }
        at++;
        return ascii(start, behind);
    }

    /** Where a run of plain characters ends. */
    private int plainEnd(int start) {
        int behind = start;
        while (end - behind >= Long.BYTES && arePlain((long) LONGS.get(json, behind))) {
            behind += Long.BYTES;
        }
        while (behind < end && isPlain(json[behind])) {
            behind++;
        }
        return behind;
    }

    /**
     * Whether eight bytes are all {@linkplain #isPlain plain}: none has its highest bit, nor gets it when a blank is subtracted,
     * or one from its difference to either mark. Only a byte that is not plain borrows from the next.
     */
    private static boolean arePlain(long eight) {
        long quoted = (eight ^ EACH * '"') - EACH;
        long escaped = (eight ^ EACH * '\\') - EACH;
        return ((eight | eight - EACH * ' ' | quoted | escaped) & HIGHEST) == 0;
    }

    /** Whether a byte of a string is a character by itself, and no quotation mark. */
    private static boolean isPlain(byte c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    private String ascii(int start, int behind) {
        return new String(json, start, behind - start, StandardCharsets.ISO_8859_1);
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
    private CharSequence utf8(int start, int behind) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json, start, behind - start));
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
        int behind = at;
        if (json[first] == '0' && behind - first > 1) {
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
        return at == behind ? whole(start, first) : decimal(ascii(start, at));
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
        while (at < end && json[at] >= '0' && json[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw new Malformed();
        }
    }

    private void skipSpace() {
        while (at < end && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
            at++;
        }
    }

    /** Goes over a character where it is the next one. */
    private boolean accept(char wanted) {
        boolean found = at < end && json[at] == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw new Malformed();
        }
    }

    private byte current() {
        if (at >= end) {
            throw new Malformed();
        }
        return json[at];
    }
}
