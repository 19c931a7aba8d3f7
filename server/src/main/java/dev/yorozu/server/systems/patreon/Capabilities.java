package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.lock.Locks;
import dev.yorozu.membership.MembershipParser;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Quotas;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Patreon;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** What the relay is composed of, as the settings want it. */
record Capabilities(
        Sessions sessions,
        EndReasons endReasons,
        Optional<TokenFamilies> tokens,
        ProviderCalls patreon,
        Renewals renewals,
        MembershipParser rule,
        Memberships memberships,
        Cache<Patron> kept,
        Quotas quotas) {
    /** The claim with the user's id at Patreon. */
    static final String USER_CLAIM = "pid";

    private static final Duration KEPT = Duration.ofSeconds(60);
    /** A little longer than Patreon may take, so that of two who renew at once both have the outcome. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static Capabilities of(Settings settings, PatreonParts parts) {
        Store store = parts.store();
        RandomTokens random = parts.random();
        InstantSource clock = parts.clock();
        Sessions sessions = sessions(settings, store, random, clock);
        ProviderCalls patreon = new ProviderCalls(
                Patreon.provider(
                        settings.value(PatreonSettings.API_URL),
                        settings.find(PatreonSettings.CLIENT_ID).orElse(""),
                        settings.find(PatreonSettings.CLIENT_SECRET).orElse("")),
                parts.outgoing());
        MembershipParser rule = new MembershipParser(settings.find(PatreonSettings.CAMPAIGN_ID));
        return new Capabilities(
                sessions,
                endReasons(store),
                settings.find(PatreonSettings.JWT_SECRET)
                        .map(secret -> tokens(settings, secret, store, sessions, random, clock)),
                patreon,
                new Renewals(
                        sessions,
                        GrantFields.PATREON,
                        new Locks(store, random),
                        patreon,
                        new RenewalPolicy(PatreonKeys.RENEWAL, PATIENCE),
                        clock),
                rule,
                new Memberships(store, patreon, rule, parts.patrons(), random, clock),
                kept(store, random, clock),
                new Quotas(store, parts.patrons(), random, clock));
    }

    static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        SessionPolicy policy = SessionPolicy.singleDevice(PatreonSettings.SESSION_LIFE);
        return new Sessions(store, SessionLayout.PATREON, policy, storage, random, clock);
    }

    static EndReasons endReasons(Store store) {
        return new EndReasons(store, PatreonKeys.ENDED_SESSION, PatreonSettings.SESSION_LIFE);
    }

    static Cache<Patron> kept(Store store, RandomTokens random, InstantSource clock) {
        return new Cache<>(store, CacheLayout.AUTHENTICATIONS, CachePolicy.of(KEPT), new PatronFormat(), random, clock);
    }

    private static TokenFamilies tokens(
            Settings settings,
            String secret,
            Store store,
            Sessions sessions,
            RandomTokens random,
            InstantSource clock) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        SigningKeys keys = SigningKeys.of(SigningKey.hs256(bytes));
        SessionClaims claims = SessionClaims.sealed(sessions, USER_CLAIM, bytes, random, clock);
        return new TokenFamilies(
                store,
                sessions,
                new Jwts(() -> keys, PatreonSettings.jwtPolicy(settings), clock),
                claims,
                RefreshPolicy.of(
                        PatreonSettings.ACCESS_LIFE,
                        PatreonSettings.SESSION_LIFE,
                        Duration.ofSeconds(settings.value(PatreonSettings.GRACE_SECONDS))),
                settings.value(PrivacySettings.STORAGE),
                random,
                clock);
    }
}
