package dev.yorozu.app;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A limit that an app has declared, or gives with a call.
 *
 * @param limit how much may pass within a window
 * @param fails what happens while the store cannot answer
 */
public record LimitRule(Kind kind, long limit, Duration window, FailMode fails) {
    /** How requests are counted. */
    public enum Kind {
        /** Spread evenly, with the whole limit as the greatest burst. */
        GCRA,
        /** In windows that begin with the clock; around the border of two, twice the limit may pass. */
        FIXED,
        /** In windows that slide: what passed in the last window counts by the share of it that still lies in sight. */
        SLIDING;

        /** As in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Kind> of(String word) {
            return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
        }
    }

    public LimitRule {
        new WindowPolicy("any", limit, window, fails);
    }

    /** What limiters go by. */
    public WindowPolicy policy(String name) {
        return new WindowPolicy(name, limit, window, fails);
    }
}
