package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.IndexLayout;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionFields;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Everything that a sign-in with Discord consists of, on one store, and a person of its own. */
final class SignInFixture {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    final Store store;
    final Storage storage;
    final InstantSource clock = InstantSource.system();
    final RandomTokens random = RandomTokens.secure();
    final Sessions sessions;
    final Locks locks;
    final String user = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62));

    SignInFixture(Store store, Storage storage) {
        this.store = store;
        this.storage = storage;
        SessionLayout layout = new SessionLayout(
                DiscordKeys.SESSION,
                new IndexLayout.InSet(DiscordKeys.USER_SESSIONS),
                TokenForm.base64url(24),
                SessionFields.of("uid", "created_at", "last_seen_at", "ver"),
                Set.of("access_token", "refresh_token"));
        Duration month = Duration.ofDays(30);
        SessionPolicy policy = new SessionPolicy(
                month, month, Duration.ofDays(180), 5, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1));
        this.sessions = new Sessions(store, layout, policy, storage, random, clock);
        this.locks = new Locks(store, random);
    }

    Authorizations authorizations() {
        return authorizations(TEN_MINUTES);
    }

    Authorizations authorizations(Duration life) {
        return new Authorizations(
                store, new AuthorizationLayout(DiscordKeys.AUTHORIZATION, life, Set.of("nonce")), storage, random);
    }

    Handovers handovers() {
        return new Handovers(store, DiscordKeys.HANDOVER, storage, sessions, random, clock);
    }

    Renewals renewals(Outgoing discord) {
        return renewals(discord, RenewalPolicy.documented(DiscordKeys.SESSION_LOCK));
    }

    /** Renewals of which the callers that wait do so for a moment only. */
    Renewals impatientRenewals(Outgoing discord) {
        return renewals(discord, new RenewalPolicy(DiscordKeys.SESSION_LOCK, Duration.ofMillis(100)));
    }

    private Renewals renewals(Outgoing discord, RenewalPolicy policy) {
        ProviderCalls calls =
                new ProviderCalls(Discord.provider(Discord.AUTHORIZE_URL, Discord.API_URL, "client", "hush"), discord);
        return new Renewals(sessions, GrantFields.DISCORD, locks, calls, policy, clock);
    }

    /** A session whose access token has this long to go. */
    Session session(Duration left) {
        Document attributes = Document.empty()
                .with("name", "Alice")
                .with("avatar", "a_1")
                .with("access_token", "access-0")
                .with("refresh_token", "refresh-of-" + random.characters(12))
                .with("scope", "identify guilds")
                .with("token_type", "Bearer")
                .with("access_expires_at", clock.instant().plus(left).toEpochMilli());
        Start start = sessions.start(user, attributes);
        assertThat(start).isInstanceOf(Start.Started.class);
        return ((Start.Started) start).session();
    }

    Session dueSession() {
        return session(Duration.ofSeconds(10));
    }

    LockPlace lock(Session session) {
        return LockPlace.at(DiscordKeys.SESSION_LOCK.key(session.keyPart()));
    }

    Key state(String state) {
        return DiscordKeys.AUTHORIZATION.key(storage.keyPart(state));
    }

    Key handover(String state) {
        return DiscordKeys.HANDOVER.key(storage.keyPart(state));
    }

    void assertLoggedOut(Session session) {
        assertThat(store.get(DiscordKeys.SESSION.key(session.keyPart()))).isEmpty();
        assertThat(store.members(DiscordKeys.USER_SESSIONS.key(user))).isEmpty();
    }

    void assertUnlocked(Session session) {
        assertThat(store.get(lock(session).lock())).isEmpty();
    }
}
