package dev.yorozu.text;

/** Patterns of names as Redis has them: {@code *}, {@code ?}, {@code [a-c]}, {@code [^a]}, and a backslash before any. */
public final class Glob {
    private final byte[] pattern;
    private final byte[] text;

    private Glob(byte[] pattern, byte[] text) {
        this.pattern = pattern;
        this.text = text;
    }

    public static boolean matches(byte[] pattern, byte[] text) {
        return new Glob(pattern, text).matches();
    }

    /** How many bytes of a pattern all begin with that matches it, as far as it says so plainly. */
    public static int prefixLength(byte[] pattern) {
        int end = 0;
        while (end < pattern.length && "*?[\\".indexOf(pattern[end]) < 0) {
            end++;
        }
        return end;
    }

    /** Only the last star is ever tried again, so that no pattern takes longer than the product of both lengths. */
    private boolean matches() {
        int p = 0;
        int t = 0;
        int star = -1;
        int retry = 0;
        while (t < text.length || (p < pattern.length && pattern[p] == '*')) {
            if (p < pattern.length && pattern[p] == '*') {
                star = ++p;
                retry = t;
                if (p == pattern.length) {
                    return true;
                }
            } else {
                int next = p < pattern.length ? step(p, text[t]) : -1;
                if (next >= 0) {
                    p = next;
                    t++;
                } else if (star >= 0 && retry < text.length) {
                    p = star;
                    t = ++retry;
                } else {
                    return false;
                }
            }
        }
        return p == pattern.length;
    }

    /** Where the pattern goes on when its element here takes this character; negative when it does not. */
    private int step(int p, byte c) {
        return switch (pattern[p]) {
            case '?' -> p + 1;
            case '[' -> choice(p + 1, c & 0xff);
            case '\\' -> {
                int literal = p + 1 < pattern.length ? p + 1 : p;
                yield pattern[literal] == c ? literal + 1 : -1;
            }
            default -> pattern[p] == c ? p + 1 : -1;
        };
    }

    /** A class that is never closed ends with the pattern, as in Redis. */
    private int choice(int start, int c) {
        int p = start;
        boolean not = p < pattern.length && pattern[p] == '^';
        if (not) {
            p++;
        }
        boolean match = false;
        while (true) {
            if (p + 1 < pattern.length && pattern[p] == '\\') {
                match |= (pattern[p + 1] & 0xff) == c;
                p += 2;
            } else if (p < pattern.length && pattern[p] == ']') {
                return match != not ? p + 1 : -1;
            } else if (p >= pattern.length) {
                return match != not ? pattern.length : -1;
            } else if (p + 2 < pattern.length && pattern[p + 1] == '-') {
                int from = pattern[p] & 0xff;
                int to = pattern[p + 2] & 0xff;
                match |= c >= Math.min(from, to) && c <= Math.max(from, to);
                p += 3;
            } else {
                match |= (pattern[p] & 0xff) == c;
                p++;
            }
        }
    }
}
