package dev.yorozu.command.call;

import dev.yorozu.store.Bytes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Numbers as C reads and writes them, and so Redis. */
public final class Numbers {
    private static final int DIGITS = 17;
    private static final MathContext ROUNDING = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?)0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)([pP][+-]?\\d+)?");
    private static final Pattern INFINITE = Pattern.compile("([+-]?)inf(inity)?", Pattern.CASE_INSENSITIVE);
    /** Longer ones are no numbers that anybody writes, and would take long to read. */
    private static final int LONGEST = 400;
    /** So many digits a {@code double} holds, whatever they are. */
    private static final int EXACT = 15;

    private Numbers() {}

    /** As {@code printf("%.17g")} writes it. */
    public static String text(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        BigDecimal rounded = new BigDecimal(value).round(ROUNDING);
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal stripped = rounded.stripTrailingZeros();
        if (exponent >= -4 && exponent < DIGITS) {
            return stripped.toPlainString();
        }
        String digits = stripped.unscaledValue().abs().toString();
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        String power = String.format(Locale.ROOT, "%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
        return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + power;
    }

    /** What {@code strtod} makes of the whole text; empty where it is no number, not finite by overflow, or NaN. */
    public static OptionalDouble real(Bytes bytes) {
        if (bytes.length() > LONGEST) {
            return OptionalDouble.empty();
        }
        return isWhole(bytes)
                ? OptionalDouble.of(whole(bytes))
                : real(new String(bytes.toArray(), StandardCharsets.ISO_8859_1));
    }

    /** Whether it is only digits, and few; most scores are. */
    private static boolean isWhole(Bytes bytes) {
        for (int i = 0; i < bytes.length(); i++) {
            if (bytes.at(i) < '0' || bytes.at(i) > '9') {
                return false;
            }
        }
        return bytes.length() > 0 && bytes.length() <= EXACT;
    }

    private static double whole(Bytes digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = 10 * value + digits.at(i) - '0';
        }
        return value;
    }

    private static OptionalDouble real(String text) {
        var infinite = INFINITE.matcher(text);
        if (infinite.matches()) {
            return OptionalDouble.of(
                    infinite.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
        double value;
        boolean zero;
        var hexadecimal = HEXADECIMAL.matcher(text);
        var decimal = DECIMAL.matcher(text);
        if (decimal.matches()) {
            value = Double.parseDouble(text);
            zero = decimal.group(1).chars().noneMatch(c -> c >= '1' && c <= '9');
        } else if (hexadecimal.matches()) {
            String power = hexadecimal.group(3) == null ? "p0" : hexadecimal.group(3);
            value = Double.parseDouble(hexadecimal.group(1) + "0x" + hexadecimal.group(2) + power);
            zero = hexadecimal.group(2).chars().noneMatch(c -> c != '0' && c != '.');
        } else {
            return OptionalDouble.empty();
        }
        return Double.isInfinite(value) || (value == 0 && !zero) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** A border of a range of scores, where also an empty text is a number, and spaces may come first. */
    public static OptionalDouble border(Bytes bytes) {
        String text =
                new String(bytes.toArray(), StandardCharsets.ISO_8859_1).replaceFirst("^[ \\t\\n\\u000b\\f\\r]+", "");
        if (bytes.length() == 0) {
            return OptionalDouble.of(0);
        }
        return text.length() > LONGEST ? OptionalDouble.empty() : lenient(text);
    }

    /** Here Redis does not ask whether a number overflows. */
    private static OptionalDouble lenient(String text) {
        return DECIMAL.matcher(text).matches() ? OptionalDouble.of(Double.parseDouble(text)) : real(text);
    }
}
