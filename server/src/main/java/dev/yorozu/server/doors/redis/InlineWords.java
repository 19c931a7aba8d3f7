package dev.yorozu.server.doors.redis;

import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line as people type it into a terminal: words with blanks between them. In double quotes {@code \n}, {@code \r}, {@code
 * \t}, {@code \b}, {@code \a} and {@code \xHH} stand for characters; in single quotes only {@code \'} does. Characters are
 * bytes here.
 */
public final class InlineWords {
    private final String line;
    private int at;

    private InlineWords(String line) {
        this.line = line;
    }

    /** The words of a line, as bytes; empty where a quote is not closed. */
    public static Optional<List<Bytes>> call(byte[] line) {
        try {
            return Optional.of(of(new String(line, StandardCharsets.ISO_8859_1)).stream()
                    .map(word -> Bytes.wrap(word.getBytes(StandardCharsets.ISO_8859_1)))
                    .toList());
        } catch (MalformedFrame unbalanced) {
            return Optional.empty();
        }
    }

    static List<String> of(String line) {
        InlineWords words = new InlineWords(line);
        List<String> all = new ArrayList<>();
        while (words.skipBlanks()) {
            all.add(words.word());
        }
        return all;
    }

    /** Whether there is anything more. */
    private boolean skipBlanks() {
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
        return at < line.length();
    }

    private static boolean isBlank(char c) {
        return c <= ' ';
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        while (at < line.length() && !isBlank(line.charAt(at))) {
            char c = line.charAt(at++);
            if (c == '"' || c == '\'') {
                quoted(c, word);
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    private void quoted(char quote, StringBuilder word) {
        while (at < line.length() && line.charAt(at) != quote) {
            char c = line.charAt(at++);
            word.append(c == '\\' && at < line.length() ? escaped(quote) : c);
        }
        at++;
        if (at > line.length() || at < line.length() && !isBlank(line.charAt(at))) {
            throw new MalformedFrame("unbalanced quotes in request");
        }
    }

    private char escaped(char quote) {
        char c = line.charAt(at++);
        if (quote == '\'') {
            if (c != '\'') {
                at--;
                return '\\';
            }
            return c;
        }
        if (c == 'x' && at + 2 <= line.length() && isHex(line.charAt(at)) && isHex(line.charAt(at + 1))) {
            at += 2;
            return (char) Integer.parseInt(line, at - 2, at, 16);
        }
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> c;
        };
    }

    private static boolean isHex(char c) {
        return c < 128 && Character.digit(c, 16) >= 0;
    }
}
