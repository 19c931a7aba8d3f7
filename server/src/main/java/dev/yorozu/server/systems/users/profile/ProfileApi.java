package dev.yorozu.server.systems.users.profile;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.DirectoryHealth;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.http.health.StoreProbe;
import dev.yorozu.server.systems.users.BothPrefixes;
import dev.yorozu.server.systems.users.Gate;
import dev.yorozu.server.systems.users.UsersParts;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.token.TokenSessions;

/** The part of the user API that is about profiles, limits by the hour, and the state of the system. */
public final class ProfileApi {
    private final Gate gate;
    private final ProfileRoutes profiles;
    private final LimitRoutes limits;
    private final SystemRoutes system;
    /** Without a mount of its own, this system's health would stand in the way of the server's. */
    private final boolean showsHealth;

    private ProfileApi(Settings settings, UsersParts parts, Gate gate, TokenSessions logins) {
        this.gate = gate;
        Cache<KeptProfile> cache = new Cache<>(
                parts.store(),
                CacheLayout.PROFILES,
                CachePolicy.of(settings.value(UsersSettings.CACHE_LIFE))
                        .withAbsentLife(settings.value(UsersSettings.CACHE_ABSENT_LIFE)),
                new ProfileFormat(),
                parts.random(),
                parts.clock());
        parts.metrics().caches().show("profiles", cache::stats);
        Profiles all = new Profiles(parts.directory(), cache);
        Turnstile turnstile = new Turnstile(
                parts.store(),
                gate,
                logins,
                new FixedWindow(parts.store(), WindowLayout.USERS, parts.clock()),
                new LimitHeaders(parts.clock()));
        HourlyLimits hourly = new HourlyLimits(settings);
        this.profiles = new ProfileRoutes(gate, turnstile, hourly, all);
        this.limits = new LimitRoutes(turnstile, hourly);
        this.system = new SystemRoutes(
                parts.store(),
                new Health(
                        "store",
                        new StoreProbe(parts.store(), settings.value(StoreSettings.URL)),
                        settings.value(StoreSettings.TIMEOUT),
                        parts.clock()),
                DirectoryHealth.of(parts.directory(), settings, parts.clock()),
                all);
        this.showsHealth = !settings.value(UsersSettings.MOUNT).isEmpty();
    }

    public static ProfileApi of(Settings settings, UsersParts parts, Gate gate, TokenSessions logins) {
        return new ProfileApi(settings, parts, gate, logins);
    }

    public void routes(BothPrefixes routes) {
        routes.get("/profile", gate.open(profiles::own));
        routes.post("/profile", gate.open(profiles::create));
        routes.put("/profile", gate.open(profiles::change));
        routes.get("/profiles/{user_id}", gate.open(profiles::anybodys));
        routes.post("/profiles/batch", gate.open(profiles::batch));
        routes.post("/limits/check", gate.open(limits::check));
        routes.delete("/admin/cache/{user_id}", gate.admin(system::forget));
        routes.post("/admin/system/cache/clear", gate.admin(system::forgetAll));
        routes.get("/admin/system/redis/status", gate.admin(system::store));
        if (showsHealth) {
            routes.get("/healthz", system::health);
        }
    }
}
