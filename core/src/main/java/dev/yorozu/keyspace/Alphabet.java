package dev.yorozu.keyspace;

import java.util.Arrays;
import java.util.List;

/**
 * A set of ASCII characters that may stand in a part of a key.
 *
 * <p>But for {@link #ANY}, none holds a colon, a slash, a brace, a space or a control character: those separate parts, mark partitions, or
 * have no place in a name. Only texts that are declared themselves may be spelled with slashes.
 */
public final class Alphabet {
    public static final Alphabet DIGITS = of("0-9");
    public static final Alphabet HEX = of("0-9a-f");
    /** Hexadecimal in either case with dashes: a UUID. */
    public static final Alphabet UUID = of("0-9a-fA-F-");
    /** Base64 for URLs: sids, states, short tokens. */
    public static final Alphabet BASE64URL = of("0-9A-Za-z_-");
    /** Lower-case labels with a hash: {@code example-100680ad}. */
    public static final Alphabet LABEL = of("0-9a-z-");
    /** Words of the product's own making, and addresses in a form without colons. */
    public static final Alphabet WORD = of("0-9A-Za-z_.%-");
    /** What JavaScript's {@code encodeURIComponent} leaves of an address. */
    public static final Alphabet ENCODED_URL = of("0-9A-Za-z_.!~*'()%-");

    /** All that a name can hold, colons and slashes too: for a part that nothing stands behind. */
    public static final Alphabet ANY = any();

    private static final String FORBIDDEN = ":/{} ";

    private final String ranges;
    /** By character, whether it is one of them. */
    private final boolean[] members;

    /** Whether all others than ASCII are too. */
    private final boolean others;

    private Alphabet(String ranges, boolean[] members, boolean others) {
        this.ranges = ranges;
        this.members = members;
        this.others = others;
    }

    private static Alphabet any() {
        boolean[] members = new boolean[128];
        Arrays.fill(members, true);
        members['{'] = false;
        members['}'] = false;
        return new Alphabet("^{}", members, true);
    }

    /** Single characters and ranges such as {@code a-z}; a dash stands for itself at the end. */
    public static Alphabet of(String ranges) {
        return of(ranges, FORBIDDEN);
    }

    /** The characters of texts that are declared one by one, and so cannot run into what stands behind them. */
    static Alphabet spelling(List<String> texts) {
        return of(String.join("", texts).replace("-", "") + "-", FORBIDDEN.replace("/", ""));
    }

    private static Alphabet of(String ranges, String forbidden) {
        boolean[] members = new boolean[128];
        for (int i = 0; i < ranges.length(); i++) {
            char from = ranges.charAt(i);
            boolean isRange = i + 2 < ranges.length() && ranges.charAt(i + 1) == '-';
            i += isRange ? 2 : 0;
            for (char c = from; c <= ranges.charAt(i); c++) {
                if (c <= ' ' || c >= 127 || forbidden.indexOf(c) >= 0) {
                    throw new IllegalArgumentException("A part of a key cannot hold one of the characters " + ranges);
                }
                members[c] = true;
            }
        }
        return new Alphabet(ranges, members, false);
    }

    public boolean contains(char c) {
        return c < members.length ? members[c] : others;
    }

    /** How many characters, from this position on, are all of this alphabet. */
    int run(String text, int from) {
        int end = from;
        while (end < text.length() && contains(text.charAt(end))) {
            end++;
        }
        return end - from;
    }

    @Override
    public String toString() {
        return "[" + ranges + "]";
    }
}
