package dev.yorozu.server.systems.apps;

import dev.yorozu.NamedCounters;
import dev.yorozu.Yorozu;
import dev.yorozu.app.App;
import dev.yorozu.app.LimitRule;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.LeasedCache;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.SlidingWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.once.OneTimeValues;
import dev.yorozu.once.Replays;
import dev.yorozu.server.systems.Host;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.Optional;

/** An app with all that it works with, as its settings say. */
record OpenApp(
        App app,
        Sessions sessions,
        Limiters limiters,
        OneTimeValues once,
        Locks locks,
        LeasedCache cache,
        NamedCounters counters,
        Replays replays) {
    private static final Duration COPY_LIFE = Duration.ofMinutes(10);

    static OpenApp of(App app, Host host) {
        Store store = host.store();
        String name = app.name();
        Yorozu pieces = Yorozu.builder(store)
                .storage(host.storage())
                .random(host.random())
                .clock(host.clock())
                .open();
        return new OpenApp(
                app,
                pieces.sessions(name, chosen -> chosen.policy(app.settings().sessions())),
                Limiters.of(name, host),
                new OneTimeValues(store, name, host.storage(), host.random()),
                new Locks(store, host.random()),
                new LeasedCache(store, cache(name), CachePolicy.of(COPY_LIFE), host.random()),
                pieces.counters(name),
                new Replays(store, name, host.random()));
    }

    /** What counts limits of each kind. */
    record Limiters(RateLimiter even, RateLimiter fixed, RateLimiter sliding) {
        private static Limiters of(String app, Host host) {
            WindowLayout windows = WindowLayout.ofApp(app);
            return new Limiters(
                    new Gcra(
                            host.store(),
                            (limit, id) -> AppKeys.LIMIT.key(app, limit, id),
                            host.clock(),
                            Durability.DEFERRED),
                    new FixedWindow(host.store(), windows, host.clock(), Durability.DEFERRED),
                    new SlidingWindow(host.store(), windows, host.clock(), Durability.DEFERRED));
        }

        RateLimiter of(LimitRule.Kind kind) {
            return switch (kind) {
                case GCRA -> even;
                case FIXED -> fixed;
                case SLIDING -> sliding;
            };
        }
    }

    private static CacheLayout cache(String app) {
        return new CacheLayout(
                id -> AppKeys.CACHE.key(app, id),
                id -> AppKeys.CACHE_LEASE.key(app, id),
                id -> AppKeys.CACHE_WRITERS.key(app, id),
                AppKeys.CACHE.prefix(app),
                AppKeys.CACHE_LEASE.prefix(app));
    }

    /** Where a lock of this name lies. */
    LockPlace lock(String name, boolean fenced) {
        return new LockPlace(
                AppKeys.LOCK.key(app.name(), name),
                fenced ? Optional.of(AppKeys.FENCE.key(app.name(), name)) : Optional.empty());
    }
}
