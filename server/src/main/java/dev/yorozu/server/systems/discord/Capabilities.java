package dev.yorozu.server.systems.discord;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.oauth.Provider;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the core does for this system, in the layouts that its document fixes.
 *
 * @param provider empty while nobody told who this is to Discord
 * @param links empty while there is no key
 */
record Capabilities(
        Sessions sessions,
        Authorizations authorizations,
        Handovers handovers,
        Optional<Provider> provider,
        Optional<ProviderCalls> calls,
        Optional<Renewals> renewals,
        Optional<ShareLinks> links) {
    private static final Duration SIGN_IN = Duration.ofMinutes(10);
    private static final SessionLayout SESSIONS = SessionLayout.inSet(
            DiscordKeys.SESSION, DiscordKeys.USER_SESSIONS, Set.of("access_token", "refresh_token"));

    static Capabilities of(
            Settings settings, Store store, Outgoing outgoing, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        Sessions sessions = sessions(settings, store, random, clock);
        Optional<Provider> provider = provider(settings);
        Optional<ProviderCalls> calls = provider.map(who -> new ProviderCalls(who, outgoing));
        RenewalPolicy renewal = RenewalPolicy.documented(DiscordKeys.SESSION_LOCK);
        Locks locks = new Locks(store, random);
        return new Capabilities(
                sessions,
                new Authorizations(
                        store, new AuthorizationLayout(DiscordKeys.AUTHORIZATION, SIGN_IN, Set.of()), storage, random),
                new Handovers(store, DiscordKeys.HANDOVER, storage, sessions, random, clock),
                provider,
                calls,
                calls.map(each -> new Renewals(sessions, GrantFields.DISCORD, locks, each, renewal, clock)),
                links(settings, store, random, clock));
    }

    static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SESSIONS, DiscordSettings.SESSION.policy(settings), storage, random, clock);
    }

    private static Optional<Provider> provider(Settings settings) {
        return settings.find(DiscordSettings.CLIENT_ID)
                .flatMap(id -> settings.find(DiscordSettings.CLIENT_SECRET)
                        .map(secret -> Discord.provider(
                                settings.value(DiscordSettings.AUTHORIZE_URL),
                                settings.value(DiscordSettings.API_URL),
                                id,
                                secret)));
    }

    static Optional<ShareLinks> links(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        Duration life = settings.value(ReceiveSettings.DEFAULT_LIFE);
        Duration most = settings.value(ReceiveSettings.MAX_LIFE);
        if (life.compareTo(most) > 0) {
            throw new StartException("Setting systems.discord.receive.defaultLife must not be longer than"
                    + " systems.discord.receive.maxLife.");
        }
        LinkPolicy policy = new LinkPolicy(
                settings.value(ReceiveSettings.HOSTS), life, most, settings.value(ReceiveSettings.MAX_LISTED));
        return settings.find(ReceiveSettings.KEY)
                .map(key ->
                        new KeyRing(key, settings.find(ReceiveSettings.OLD_KEYS).orElse(List.of())))
                .map(keys -> new ShareLinks(store, LinkLayout.DISCORD, policy, keys, storage, random, clock));
    }
}
