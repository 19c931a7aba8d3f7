package dev.yorozu.server.cli.text;

import java.util.List;

/** Amounts drawn with block characters. */
public final class Bars {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";
    private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

    private Bars() {}

    /** A bar of at most this width; what is more than nothing shows at least a sliver. */
    public static String bar(long part, long whole, int width) {
        if (whole == 0 || part == 0) {
            return " ".repeat(width);
        }
        int eighths = (int) Math.max(1, Math.round(8.0 * width * part / whole));
        String full = "█".repeat(eighths / 8) + (eighths % 8 == 0 ? "" : EIGHTHS.charAt(eighths % 8));
        return full + " ".repeat(width - full.length());
    }

    /** One column for each number, the greatest at full height; a space for none. */
    public static String columns(List<Long> numbers) {
        long greatest = numbers.stream().mapToLong(Long::longValue).max().orElse(0);
        StringBuilder columns = new StringBuilder();
        for (long number : numbers) {
            columns.append(number == 0 ? '·' : HEIGHTS.charAt((int) Math.ceil(8.0 * number / greatest) - 1));
        }
        return columns.toString();
    }
}
