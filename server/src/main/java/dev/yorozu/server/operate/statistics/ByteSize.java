package dev.yorozu.server.operate.statistics;

import java.util.List;
import java.util.Locale;

/** Amounts of bytes as people read them. */
public final class ByteSize {
    private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB");

    private ByteSize() {}

    public static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double amount = bytes / 1024.0;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.size() - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, UNITS.get(unit));
    }
}
