package dev.yorozu.membership;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheFormat;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * What profiles used, kept for five minutes. A copy holds no plan, so that a change of plan counts at once. Goes by the ids
 * of profiles, never by the provider's. Safe for use by any number of threads and servers.
 */
public final class Quotas {
    private static final CachePolicy POLICY = CachePolicy.of(Duration.ofMinutes(5));

    private final Store store;
    private final Cache<Usage> cache;
    private final Patrons patrons;
    private final InstantSource clock;

    public Quotas(Store store, Patrons patrons, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.cache = new Cache<>(store, CacheLayout.QUOTAS, POLICY, new Format(), random, clock);
        this.patrons = patrons;
        this.clock = clock;
    }

    /** The month that it is now. Months begin and end in UTC. */
    public YearMonth month() {
        return month(clock.instant());
    }

    static YearMonth month(Instant instant) {
        return YearMonth.from(instant.atOffset(ZoneOffset.UTC));
    }

    /**
     * What a profile used in a month.
     *
     * @throws dev.yorozu.account.DirectoryException when it is neither kept nor can be asked for
     */
    public Usage of(String profile, YearMonth month) {
        return RoundTrip.ask(store, trip -> find(trip, profile, month));
    }

    /** As {@link #of}, with a trip. */
    public RoundTrip.Answer<Usage> find(RoundTrip trip, String profile, YearMonth month) {
        return cache.find(trip, id(profile, month), () -> Optional.of(patrons.usage(profile, month, clock.instant())))
                .map(found -> found.value().orElse(Usage.NONE));
    }

    /** Forgets what a profile used this month, because it changed. */
    public void forget(String profile) {
        cache.invalidate(id(profile, month()));
    }

    public CacheStats stats() {
        return cache.stats();
    }

    private static String id(String profile, YearMonth month) {
        return month + "." + profile;
    }

    private static final class Format implements CacheFormat.Shared<Usage> {
        private static final String USED = "tokensUsed";
        private static final String BONUS = "bonusTokens";
        private static final String CACHED_AT = "cachedAt";
        /** What a value takes. */
        private static final int BYTES = 80;

        @Override
        public Bytes encode(Usage usage, Instant now) {
            return Document.empty()
                    .with(USED, usage.tokensUsed())
                    .with(BONUS, usage.bonusTokens())
                    .with(CACHED_AT, now.toEpochMilli())
                    .bytes();
        }

        @Override
        public Optional<Usage> decode(Bytes stored) {
            return Document.parse(stored)
                    .filter(copy -> copy.number(USED).orElse(-1) >= 0
                            && copy.number(BONUS).orElse(-1) >= 0)
                    .map(copy -> new Usage(
                            copy.number(USED).getAsLong(), copy.number(BONUS).getAsLong()));
        }

        @Override
        public int bytes(Usage value) {
            return BYTES;
        }
    }
}
