package dev.yorozu.server.systems.apps.open;

import dev.yorozu.AppTokens;
import dev.yorozu.Links;
import dev.yorozu.NamedBoards;
import dev.yorozu.NamedCounters;
import dev.yorozu.NamedLikes;
import dev.yorozu.NamedRankings;
import dev.yorozu.Yorozu;
import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.CommunitySettings;
import dev.yorozu.app.LimitRule;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.LeasedCache;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.SlidingWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.once.OneTimeValues;
import dev.yorozu.once.Replays;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.server.signing.DerivedKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An app with all that it works with, as its settings say.
 *
 * @param rankings by their kind
 */
public record OpenApp(
        App app,
        Sessions sessions,
        AppTokens tokens,
        SigningKeys keys,
        Links links,
        Limiters limiters,
        OneTimeValues once,
        Locks locks,
        LeasedCache cache,
        NamedCounters counters,
        NamedLikes likes,
        Function<String, NamedRankings> rankings,
        NamedBoards boards,
        Replays replays) {
    public static final Duration LONGEST_LINK = Duration.ofDays(366);

    private static final Duration COPY_LIFE = Duration.ofMinutes(10);
    private static final LinkPolicy LINKS = new LinkPolicy(
            List.of(LinkPolicy.ANY_HOST),
            Duration.ofDays(7),
            LONGEST_LINK,
            LinkPolicy.MOST_LISTED,
            new LinkedHashMap<>());

    /** The type of access tokens, as RFC 9068 has it. */
    private static final String ACCESS = "at+jwt";

    /** @param derived what its keys follow from */
    static OpenApp of(App app, Host host, DerivedKeys derived) {
        Store store = host.store();
        String name = app.name();
        Yorozu pieces = Yorozu.builder(store)
                .storage(host.storage())
                .random(host.random())
                .clock(host.clock())
                .open();
        SigningKeys keys = signing(app, derived);
        CommunitySettings community = app.settings().community();
        return new OpenApp(
                app,
                pieces.sessions(name, chosen -> chosen.policy(app.settings().sessions())),
                tokens(app, pieces, keys),
                keys,
                pieces.links(
                        SealingKey.of(derived.bytes("links of " + name)),
                        chosen -> chosen.app(name).policy(LINKS)),
                Limiters.of(name, host),
                new OneTimeValues(store, name, host.storage(), host.random()),
                new Locks(store, host.random()),
                new LeasedCache(store, cache(name), CachePolicy.of(COPY_LIFE), host.random()),
                counters(app, pieces),
                pieces.likes(name, chosen -> chosen.most(community.maxLikes())),
                kind -> pieces.rankings(name, kind, community.ranking(kind)),
                pieces.boards(name, chosen -> chosen.keep(community.maxMessages())),
                new Replays(store, name, host.random()));
    }

    private static NamedCounters counters(App app, Yorozu pieces) {
        return app.settings().community().durableCounts()
                ? pieces.counters(app.name())
                : pieces.counters(app.name(), NamedCounters.Builder::relaxed);
    }

    private static AppTokens tokens(App app, Yorozu pieces, SigningKeys keys) {
        AppSettings.TokenSettings chosen = app.settings().tokens();
        String issuer = chosen.issuer().isEmpty() ? app.name() : chosen.issuer();
        String audience = chosen.audience().isEmpty() ? app.name() : chosen.audience();
        return pieces.tokens(
                app.name(),
                keys,
                builder -> builder.issuer(issuer, audience).type(ACCESS).policy(chosen.policy()));
    }

    private static SigningKeys signing(App app, DerivedKeys derived) {
        List<SigningKey> keys = app.keys().stream()
                .map(key ->
                        derived.es256(app.name() + '-' + key.number(), "tokens of " + app.name() + ' ' + key.number()))
                .toList();
        return new SigningKeys(keys.getFirst(), keys.subList(1, keys.size()));
    }

    /** What counts limits of each kind. */
    public record Limiters(RateLimiter even, RateLimiter fixed, RateLimiter sliding) {
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

        public RateLimiter of(LimitRule.Kind kind) {
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
    public LockPlace lock(String name, boolean fenced) {
        return new LockPlace(
                AppKeys.LOCK.key(app.name(), name),
                fenced ? Optional.of(AppKeys.FENCE.key(app.name(), name)) : Optional.empty());
    }
}
