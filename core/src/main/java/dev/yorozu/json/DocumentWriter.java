package dev.yorozu.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link Document} as JSON in UTF-8: texts, numbers, truth values, null, and lists and objects of these.
 *
 * <p>Every change of a session and every token is one, and a generator for streams of any encoding takes longer to get ready than
 * these few hundred bytes take to write.
 */
final class DocumentWriter {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    /** The most bytes that one {@code char} becomes: an escape of its number. */
    private static final int LONGEST = 6;

    private byte[] json;
    private int at;

    private DocumentWriter(int room) {
        this.json = new byte[room];
    }

    static byte[] write(Document document) {
        DocumentWriter writer = new DocumentWriter(room(document));
        writer.object(document);
        return writer.at == writer.json.length ? writer.json : Arrays.copyOf(writer.json, writer.at);
    }

    /** How many bytes a value takes, where nothing in it has to be escaped. */
    private static int room(@Nullable Object value) {
        return switch (value) {
            case null -> "null".length();
            case String text -> text.length() + 2;
            case LongText text -> text.length + 2;
            case Long number -> length(number);
            case Boolean flag -> flag ? "true".length() : "false".length();
            case List<?> values -> {
                int sum = marks(values.size());
                for (Object each : values) {
                    sum += room(each);
                }
                yield sum;
            }
            case Document nested -> {
                int[] sum = {marks(nested.fields.size())};
                nested.fields.forEach((name, each) -> sum[0] += name.length() + 3 + room(each));
                yield sum[0];
            }
            default -> value.toString().length();
        };
    }

    /** The brackets around so many values, and the commas between them. */
    private static int marks(int values) {
        return 2 + Math.max(0, values - 1);
    }

    private static int length(long number) {
        int length = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> word("null");
            case String text -> text(text);
            case LongText text -> text(text);
            case Long number -> word(number.toString());
            case BigDecimal number -> word(number.toString());
            case Boolean flag -> word(flag.toString());
            case List<?> values -> list(values);
            case Document nested -> object(nested);
            default -> throw new IllegalStateException("No value of a document: " + value.getClass());
        }
    }

    private void object(Document document) {
        mark('{');
        int first = at;
        document.fields.forEach((name, each) -> {
            separate(first);
            text(name);
            mark(':');
            value(each);
        });
        mark('}');
    }

    private void list(List<?> values) {
        mark('[');
        int first = at;
        for (Object each : values) {
            separate(first);
            value(each);
        }
        mark(']');
    }

    private void separate(int first) {
        if (at > first) {
            mark(',');
        }
    }

    private void mark(char mark) {
        require(1);
        json[at++] = (byte) mark;
    }

    private void word(String word) {
        require(word.length());
        for (int i = 0; i < word.length(); i++) {
            json[at++] = (byte) word.charAt(i);
        }
    }

    private void text(LongText text) {
        require(text.length + 2);
        json[at++] = '"';
        System.arraycopy(text.array, text.offset, json, at, text.length);
        at += text.length;
        json[at++] = '"';
    }

    private void text(String text) {
        require(text.length() + 2);
        json[at++] = '"';
        int next = 0;
        while (next < text.length() && isPlain(text.charAt(next))) {
            json[at++] = (byte) text.charAt(next++);
        }
        if (next < text.length()) {
            rest(text, next);
        }
        json[at++] = '"';
    }

    /** Whether a character is one byte, and stands for itself. */
    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
    }

    private void rest(String text, int from) {
        require((text.length() - from) * LONGEST + 1);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                json[at++] = (byte) c;
            } else if (c < 0x80 || isHalf(text, i)) {
                escape(c);
            } else {
                i += beyondAscii(text.codePointAt(i)) - 1;
            }
        }
    }

    /** Whether only half a character is there, which has no form in UTF-8. */
    private static boolean isHalf(String text, int at) {
        return Character.isSurrogate(text.charAt(at)) && Character.isBmpCodePoint(text.codePointAt(at));
    }

    private void escape(char c) {
        json[at++] = '\\';
        switch (c) {
            case '"', '\\' -> json[at++] = (byte) c;
            case '\b' -> json[at++] = 'b';
            case '\f' -> json[at++] = 'f';
            case '\n' -> json[at++] = 'n';
            case '\r' -> json[at++] = 'r';
            case '\t' -> json[at++] = 't';
            default -> {
                json[at++] = 'u';
                json[at++] = HEX[c >> 12];
                json[at++] = HEX[c >> 8 & 0xF];
                json[at++] = HEX[c >> 4 & 0xF];
                json[at++] = HEX[c & 0xF];
            }
        }
    }

    /** Gives how many {@code char}s the character has. */
    private int beyondAscii(int c) {
        if (c < 0x800) {
            json[at++] = (byte) (0xC0 | c >> 6);
        } else if (c < 0x10000) {
            json[at++] = (byte) (0xE0 | c >> 12);
            json[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        } else {
            json[at++] = (byte) (0xF0 | c >> 18);
            json[at++] = (byte) (0x80 | c >> 12 & 0x3F);
            json[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        }
        json[at++] = (byte) (0x80 | c & 0x3F);
        return Character.charCount(c);
    }

    private void require(int room) {
        if (json.length - at < room) {
            json = Arrays.copyOf(json, Math.max(2 * json.length, at + room));
        }
    }
}
