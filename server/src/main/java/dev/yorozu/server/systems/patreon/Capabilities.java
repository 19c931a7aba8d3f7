package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.lock.Locks;
import dev.yorozu.membership.MembershipRule;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Quotas;
import dev.yorozu.oauth.Patreon;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatGrants;
import dev.yorozu.seat.SeatLayout;
import dev.yorozu.seat.SeatPolicy;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.seat.Seats;
import dev.yorozu.seat.Terminations;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import dev.yorozu.token.ChainLayout;
import dev.yorozu.token.ChainPolicy;
import dev.yorozu.token.Chains;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** What the relay is composed of, as the settings want it. */
record Capabilities(
        Seats seats,
        Terminations terminations,
        Optional<SeatTokens> tokens,
        ProviderCalls patreon,
        Renewals<Seat> renewals,
        MembershipRule rule,
        Memberships memberships,
        Cache<Patron> kept,
        Quotas quotas) {
    private static final Duration KEPT = Duration.ofSeconds(60);
    /** A little longer than Patreon may take, so that of two who renew at once both have the outcome. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static Capabilities of(Settings settings, PatreonParts parts) {
        Store store = parts.store();
        RandomTokens random = parts.random();
        InstantSource clock = parts.clock();
        Seats seats = seats(settings, store, random, clock);
        ProviderCalls patreon = new ProviderCalls(
                Patreon.provider(
                        settings.value(PatreonSettings.API_URL),
                        settings.find(PatreonSettings.CLIENT_ID).orElse(""),
                        settings.find(PatreonSettings.CLIENT_SECRET).orElse("")),
                parts.outgoing());
        MembershipRule rule = new MembershipRule(settings.find(PatreonSettings.CAMPAIGN_ID));
        return new Capabilities(
                seats,
                terminations(store),
                settings.find(PatreonSettings.JWT_SECRET)
                        .map(secret -> tokens(settings, secret, store, seats, random, clock)),
                patreon,
                new Renewals<>(
                        new SeatGrants(seats),
                        new Locks(store, random),
                        patreon,
                        RenewalPolicy.documented(PatreonKeys.RENEWAL).awaited(PATIENCE),
                        clock),
                rule,
                new Memberships(store, patreon, rule, parts.patrons(), random, clock),
                kept(store, random, clock),
                new Quotas(store, parts.patrons(), random, clock));
    }

    static Seats seats(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Seats(store, SeatLayout.PATREON, SeatPolicy.STANDARD, storage, random, clock);
    }

    static Terminations terminations(Store store) {
        return new Terminations(store, PatreonKeys.ENDED_SESSION, SeatPolicy.STANDARD.life());
    }

    static Cache<Patron> kept(Store store, RandomTokens random, InstantSource clock) {
        return new Cache<>(store, CacheLayout.AUTHENTICATIONS, CachePolicy.of(KEPT), new PatronFormat(), random, clock);
    }

    private static SeatTokens tokens(
            Settings settings, String secret, Store store, Seats seats, RandomTokens random, InstantSource clock) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        SigningKeys keys = SigningKeys.of(SigningKey.hs256(bytes));
        Chains chains = new Chains(
                store,
                ChainLayout.PATREON,
                new ChainPolicy(
                        SeatPolicy.STANDARD.life(), Duration.ofSeconds(settings.value(PatreonSettings.GRACE_SECONDS))),
                settings.value(PrivacySettings.STORAGE),
                random,
                clock);
        return new SeatTokens(
                store,
                seats,
                new Jwts(() -> keys, PatreonSettings.jwtPolicy(settings), clock),
                chains,
                SeatTokens.sealingKey(bytes),
                PatreonSettings.ACCESS_LIFE,
                random,
                clock);
    }
}
