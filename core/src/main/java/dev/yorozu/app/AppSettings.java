package dev.yorozu.app;

import dev.yorozu.session.SessionPolicy;
import dev.yorozu.token.ledger.LedgerPolicy;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What is chosen for one app.
 *
 * @param limits those that its calls name
 * @param bounds what limits may be that come with a call
 */
public record AppSettings(
        SessionPolicy sessions,
        TokenSettings tokens,
        SequencedMap<String, LimitRule> limits,
        LimitBounds bounds,
        CommunitySettings community,
        Quota quota) {
    /** The most limits that one app declares. */
    public static final int MOST_LIMITS = 100;

    private static final Duration MONTH = Duration.ofDays(30);

    /** Thirty days from the last use, ten sessions a user; limits of calls up to 10,000 within a day; no quota. */
    public static final AppSettings STANDARD = new AppSettings(
            new SessionPolicy(
                    MONTH, MONTH, Duration.ofDays(365), 10, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1)),
            new TokenSettings("", "", LedgerPolicy.STANDARD),
            new LinkedHashMap<>(),
            new LimitBounds(10_000, Duration.ofDays(1)),
            CommunitySettings.STANDARD,
            Quota.NONE);

    public AppSettings {
        limits = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(limits));
        if (limits.size() > MOST_LIMITS) {
            throw new IllegalArgumentException("An app declares %d limits at most".formatted(MOST_LIMITS));
        }
    }

    /**
     * How the tokens of an app are signed.
     *
     * @param issuer that they name; empty for the name of the app
     * @param audience that they are for; empty for the name of the app
     */
    public record TokenSettings(String issuer, String audience, LedgerPolicy policy) {
        private static final int LONGEST = 256;

        public TokenSettings {
            if (issuer.length() > LONGEST || audience.length() > LONGEST) {
                throw new IllegalArgumentException("Issuer and audience have %d characters at most".formatted(LONGEST));
            }
        }
    }

    /** The greatest limit, and the longest window, of one that comes with a call. */
    public record LimitBounds(long most, Duration longest) {
        public boolean allow(LimitRule rule) {
            return rule.limit() <= most && rule.window().compareTo(longest) <= 0;
        }
    }

    /**
     * How much an app may keep. It is held against the last count of all keys, so that an app can be beyond it until the next.
     *
     * @param keys how many; 0 for any number
     * @param bytes of keys and values; 0 for any number
     */
    public record Quota(long keys, long bytes) {
        public static final Quota NONE = new Quota(0, 0);

        public Quota {
            if (keys < 0 || bytes < 0) {
                throw new IllegalArgumentException("A quota is a number of keys and of bytes, 0 for any");
            }
        }

        /** Whether an app that keeps so much may keep no more. */
        public boolean isUsedUp(long keptKeys, long keptBytes) {
            return (keys > 0 && keptKeys >= keys) || (bytes > 0 && keptBytes >= bytes);
        }
    }
}
