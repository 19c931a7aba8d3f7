package dev.yorozu;

import dev.yorozu.app.RankingRule;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The front door: a store, and all that a program keeps in it, each ready in one line.
 *
 * <pre>{@code
 * try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
 *     Start start = yorozu.sessions("shop").start("hanako@example.com", Document.empty());
 *     out.println(start instanceof Start.Started ? "signed in" : "not now");
 * }
 * }</pre>
 *
 * <p>A name such as {@code shop} tells the keys of apps, caches and counters apart that share a store; what is kept lies at
 * declared keys {@code app:{app}:…}. Names and ids are any text: what does not fit a key stands there by its digest. Where a
 * piece takes settings, they choose policy and layout, also that of documented keys:
 *
 * <pre>{@code
 * Sessions sessions = yorozu.sessions(
 *         "shop", chosen -> chosen.life(Duration.ofDays(7)).maxPerUser(3));
 * }</pre>
 *
 * <p>Pieces are cheap to make; a cache, and limits and locks with settings, are to be kept and used again. All are safe for
 * use by many threads. Outcomes are values, mostly of sealed types; a store that fails is a {@code StoreException}.
 */
public final class Yorozu implements AutoCloseable {
    private final Context context;
    private final RateLimits limits;
    private final NamedLocks locks;

    private Yorozu(Context context) {
        this.context = context;
        this.limits = limits(defaults -> {});
        this.locks = locks(defaults -> {});
    }

    /** Takes a store over, which is closed with this. Ids are stored as digests, and secrets encrypted. */
    public static Yorozu open(Store store) {
        return builder(store).open();
    }

    public static Builder builder(Store store) {
        return new Builder(store);
    }

    /** The signed-in sessions of an app: 30 days from their last use, ten for each user. */
    public Sessions sessions(String app) {
        return sessions(app, defaults -> {});
    }

    /** The signed-in sessions of an app; the name is not used where the settings choose a layout. */
    public Sessions sessions(String app, Consumer<SessionsBuilder> settings) {
        return chosen(new SessionsBuilder(context, app), settings).build();
    }

    /** The access and refresh tokens of an app. */
    public AppTokens tokens(String app, SigningKeys keys) {
        return tokens(app, keys, defaults -> {});
    }

    /** The access and refresh tokens of an app; settings as for {@link #sessions(String, Consumer)}. */
    public AppTokens tokens(String app, SigningKeys keys, Consumer<AppTokens.Builder> settings) {
        return chosen(new AppTokens.Builder(context, app, keys), settings).build();
    }

    /** How often something may be done. */
    public RateLimits limits() {
        return limits;
    }

    public RateLimits limits(Consumer<RateLimits.Builder> settings) {
        return chosen(new RateLimits.Builder(context), settings).build();
    }

    /** Locks between threads and servers. */
    public NamedLocks locks() {
        return locks;
    }

    public NamedLocks locks(Consumer<NamedLocks.Builder> settings) {
        return chosen(new NamedLocks.Builder(context), settings).build();
    }

    /**
     * A cache of texts, for ten minutes each.
     *
     * @param loader asks where the truth is, by the id; empty when there is nothing
     */
    public LoadingCache<String> cache(String name, Function<String, Optional<String>> loader) {
        return cache(name, ValueCodec.text(), loader, defaults -> {});
    }

    /** A cache of values, for ten minutes each. */
    public <V> LoadingCache<V> cache(String name, ValueCodec<V> codec, Function<String, Optional<V>> loader) {
        return cache(name, codec, loader, defaults -> {});
    }

    public <V> LoadingCache<V> cache(
            String name,
            ValueCodec<V> codec,
            Function<String, Optional<V>> loader,
            Consumer<LoadingCache.Builder> settings) {
        return new LoadingCache<>(
                chosen(new LoadingCache.Builder(context, name), settings), new CodecFormat<>(codec), loader);
    }

    /** Links that end, sealed with a key of 32 bytes that outlives the program. */
    public Links links(SealingKey key) {
        return links(key, defaults -> {});
    }

    public Links links(SealingKey key, Consumer<Links.Builder> settings) {
        return chosen(new Links.Builder(context, key), settings).build();
    }

    /** Counters of some kind. */
    public NamedCounters counters(String name) {
        return counters(name, defaults -> {});
    }

    public NamedCounters counters(String name, Consumer<NamedCounters.Builder> settings) {
        return chosen(new NamedCounters.Builder(context, name), settings).build();
    }

    /** Likes of some kind. */
    public NamedLikes likes(String name) {
        return likes(name, defaults -> {});
    }

    public NamedLikes likes(String name, Consumer<NamedLikes.Builder> settings) {
        return chosen(new NamedLikes.Builder(context, name), settings).build();
    }

    /** Rankings of one kind of an app. */
    public NamedRankings rankings(String app, String kind, RankingRule rule) {
        return new NamedRankings(context, app, kind, rule);
    }

    /** Boards of some kind. */
    public NamedBoards boards(String name) {
        return boards(name, defaults -> {});
    }

    public NamedBoards boards(String name, Consumer<NamedBoards.Builder> settings) {
        return chosen(new NamedBoards.Builder(context, name), settings).build();
    }

    /** Codes that are good once, of some kind. */
    public OneTimeCodes oneTime(String name) {
        return oneTime(name, defaults -> {});
    }

    public OneTimeCodes oneTime(String name, Consumer<OneTimeCodes.Builder> settings) {
        return chosen(new OneTimeCodes.Builder(context, name), settings).build();
    }

    /** The store itself, for batches of the program's own. */
    public Store store() {
        return context.store();
    }

    /** Closes the store; no piece works any more. Closing twice does no harm. */
    @Override
    public void close() {
        context.closed().set(true);
        context.store().close();
    }

    private static <B> B chosen(B builder, Consumer<? super B> settings) {
        settings.accept(builder);
        return builder;
    }

    /** What can be chosen of all pieces. */
    public static final class Builder {
        private final Store store;
        private Storage storage = Storage.HARDENED;
        private RandomTokens random = RandomTokens.secure();
        private InstantSource clock = InstantSource.system();

        private Builder(Store store) {
            this.store = store;
        }

        /** How ids and secrets are kept; hardened unless it is said. */
        public Builder storage(Storage kept) {
            this.storage = kept;
            return this;
        }

        /** Where ids come from; for tests that want the same ones again. */
        public Builder random(RandomTokens source) {
            this.random = source;
            return this;
        }

        /** What tells the time; the lives of keys go by the store's own clock. */
        public Builder clock(InstantSource source) {
            this.clock = source;
            return this;
        }

        public Yorozu open() {
            return new Yorozu(new Context(store, storage, random, clock, new AtomicBoolean()));
        }
    }
}
