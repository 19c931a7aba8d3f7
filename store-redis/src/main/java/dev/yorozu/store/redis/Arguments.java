package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Write;
import java.util.List;

/** How the port's values are spelled in commands. */
final class Arguments {
    static final Bytes NONE = Bytes.of("");

    private static final Bytes PX = Bytes.of("PX");
    private static final Bytes PXAT = Bytes.of("PXAT");
    static final Bytes MEND = Bytes.of("MEND");
    private static final Bytes NEVER = Bytes.of("NEVER");
    private static final List<Bytes> KEEP = List.of(Bytes.of("KEEPTTL"));

    private Arguments() {}

    /** The options that give SET its expiry. */
    static List<Bytes> options(Expiry expiry) {
        return switch (expiry) {
            case Expiry.At at -> List.of(PXAT, millis(at));
            case Expiry.After after -> List.of(PX, millis(after));
            case Expiry.Keep keep -> KEEP;
            case Expiry.Never never -> List.of();
        };
    }

    /** The two arguments that tell the script about an expiry. */
    static List<Bytes> forScript(Expiry expiry) {
        return switch (expiry) {
            case Expiry.At at -> List.of(PXAT, millis(at));
            case Expiry.After after -> List.of(PX, millis(after));
            case Expiry.Keep keep -> throw new IllegalArgumentException("Only a string keeps its end");
            case Expiry.Never never -> List.of(NEVER, NONE);
        };
    }

    /** The two arguments that tell a script about the end of a counter. */
    static List<Bytes> forScript(Write.Add add) {
        return add.mends() && add.onCreate() instanceof Expiry.After life
                ? List.of(MEND, millis(life))
                : forScript(add.onCreate());
    }

    static Bytes millis(Expiry.At at) {
        return Bytes.of(at.instant().toEpochMilli());
    }

    static Bytes millis(Expiry.After after) {
        return Bytes.of(after.life().toMillis());
    }

    /** The shortest text that is read back as the same number. */
    static Bytes score(double score) {
        if (Double.isInfinite(score)) {
            return Bytes.of(score > 0 ? "inf" : "-inf");
        }
        return Bytes.of(Double.toString(score));
    }

    static double score(Bytes text) {
        String score = text.text();
        return switch (score) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(score);
        };
    }
}
