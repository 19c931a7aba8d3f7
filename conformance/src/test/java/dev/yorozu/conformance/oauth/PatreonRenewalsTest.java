package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Outgoing.Answer;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tokens of sessions, renewed by the same rules as those of other sessions, also before they are due. */
@OnEveryStore
final class PatreonRenewalsTest extends Suite {
    private static final Duration MONTH = Duration.ofDays(31);

    private final String user = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62));

    private Sessions sessions(Storage storage) {
        return PatreonSessions.sessions(store(), storage, RandomTokens.secure(), InstantSource.system());
    }

    private Renewals renewals(Storage storage, DiscordStandIn provider) {
        return renewals(storage, provider, PatreonKeys.RENEWAL, store());
    }

    /**
     * @param lock with another lock than everybody else it is as if theirs had ended too early
     * @param locks where the locks are
     */
    private Renewals renewals(Storage storage, DiscordStandIn provider, KeyPattern lock, Store locks) {
        return new Renewals(
                sessions(storage),
                GrantFields.PATREON,
                new Locks(locks, RandomTokens.secure()),
                new ProviderCalls(Discord.provider(Discord.AUTHORIZE_URL, Discord.API_URL, "client", "hush"), provider),
                RenewalPolicy.documented(lock),
                InstantSource.system());
    }

    private Session signIn(Storage storage, Duration left) {
        Grant grant = new Grant(
                "access-0",
                "Bearer",
                Optional.of(left),
                Optional.of("refresh-of-" + RandomTokens.secure().characters(12)),
                Optional.empty(),
                Optional.empty(),
                Document.empty());
        return PatreonSessions.signIn(sessions(storage), user, grant, Instant.now());
    }

    private static String token(Session session) {
        return session.sid().orElseThrow();
    }

    private static String accessToken(Session session) {
        return GrantFields.PATREON.accessToken(session).orElseThrow();
    }

    private static String refreshToken(Session session) {
        return GrantFields.PATREON.refreshToken(session).orElseThrow();
    }

    private static Session renewed(Freshness freshness) {
        assertThat(freshness).isInstanceOf(Freshness.Renewed.class);
        return ((Freshness.Renewed) freshness).session();
    }

    private void assertOver(Storage storage, Session session) {
        assertThat(sessions(storage).find(token(session))).isEmpty();
        assertThat(store().type(PatreonKeys.USER_TOKEN.key(user))).isEmpty();
        assertThat(store().type(PatreonKeys.RENEWAL.key(session.keyPart()))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void tokensAreRenewedWhenTheyAreDueAndWhenItIsAskedFor(Storage storage) {
        DiscordStandIn provider = new DiscordStandIn();
        Renewals renewals = renewals(storage, provider);
        Session session = signIn(storage, MONTH);
        assertThat(renewals.fresh(session)).isEqualTo(new Freshness.Current(session));
        assertThat(provider.calls()).isZero();
        Session second = renewed(renewals.renew(session));
        assertThat(accessToken(second)).isEqualTo("access-1");
        assertThat(sessions(storage).find(token(session)).map(PatreonRenewalsTest::refreshToken))
                .hasValue("refresh-1");
        // Who saw the tokens before they were renewed does not ask again; who saw the new ones does.
        assertThat(accessToken(renewed(renewals.renew(session)))).isEqualTo("access-1");
        assertThat(provider.calls()).isEqualTo(1);
        assertThat(accessToken(renewed(renewals.renew(second)))).isEqualTo("access-2");
        Session due = signIn(storage, Duration.ofSeconds(10));
        assertThat(accessToken(renewed(renewals.fresh(due)))).isEqualTo("access-3");
        assertThat(store().type(PatreonKeys.RENEWAL.key(due.keyPart()))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void manyWhoAskAtOnceMakeOneCall(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            DiscordStandIn provider = new DiscordStandIn().meanwhile(PatreonRenewalsTest::pause);
            Renewals renewals = renewals(storage, provider);
            Session session = signIn(storage, MONTH);
            List<Freshness> all = Race.run(8, () -> renewals.renew(session));
            assertThat(provider.calls()).isEqualTo(1);
            assertThat(all)
                    .allSatisfy(freshness ->
                            assertThat(accessToken(renewed(freshness))).isEqualTo("access-1"));
        }
    }

    /** Somebody who saw older tokens has the lock for a moment, finds them renewed, and brings nothing. */
    @ParameterizedTest
    @EnumSource
    void whoWaitsForOneThatBringsNothingAsksInstead(Storage storage) {
        Session session = signIn(storage, MONTH);
        Locks locks = new Locks(store(), RandomTokens.secure());
        Lease other = locks.tryAcquire(LockPlace.at(PatreonKeys.RENEWAL.key(session.keyPart())), Duration.ofMinutes(1))
                .orElseThrow();
        Store released = FaultyStore.afterwards(store(), 1, () -> locks.release(other));
        DiscordStandIn provider = new DiscordStandIn();
        Freshness freshness =
                renewals(storage, provider, PatreonKeys.RENEWAL, released).renew(session);
        assertThat(accessToken(renewed(freshness))).isEqualTo("access-1");
        assertThat(provider.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void anEndDuringARenewalIsTheEnd(Storage storage) throws Exception {
        Session session = signIn(storage, MONTH);
        DiscordStandIn provider =
                new DiscordStandIn().meanwhile(() -> sessions(storage).end(token(session)));
        assertThat(renewals(storage, provider).renew(session)).isEqualTo(new Freshness.Ended());
        assertOver(storage, session);
        for (int round = 0; round < Rounds.of(5); round++) {
            Session another = signIn(storage, MONTH);
            Renewals renewals = renewals(storage, new DiscordStandIn());
            List<Callable<Object>> actions = new ArrayList<>();
            actions.add(() -> renewals.renew(another));
            actions.add(() -> sessions(storage).end(token(another)));
            actions.add(() -> renewals.renew(another));
            Race.run(actions);
            assertOver(storage, another);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedTokenEndsTheSessionOnlyWhileItHoldsIt(Storage storage) {
        DiscordStandIn refusing =
                new DiscordStandIn().answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT));
        Session session = signIn(storage, MONTH);
        assertThat(renewals(storage, refusing).renew(session)).isEqualTo(new Freshness.Ended());
        assertOver(storage, session);

        Session another = signIn(storage, MONTH);
        DiscordStandIn late = new DiscordStandIn()
                .answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT))
                .meanwhile(() -> renewed(renewals(storage, new DiscordStandIn(), PatreonKeys.AUTHENTICATION, store())
                        .renew(another)));
        assertThat(accessToken(renewed(renewals(storage, late).renew(another)))).isEqualTo("access-1");
        assertThat(sessions(storage).find(token(another))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void aSessionThatBeganMeanwhileStays(Storage storage) {
        Session session = signIn(storage, MONTH);
        List<Session> next = new ArrayList<>();
        DiscordStandIn provider = new DiscordStandIn()
                .answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT))
                .meanwhile(() -> next.add(signIn(storage, MONTH)));
        assertThat(renewals(storage, provider).renew(session)).isEqualTo(new Freshness.Ended());
        Session sitting = next.getFirst();
        assertThat(sessions(storage).find(token(sitting))).isPresent();
        assertThat(sessions(storage).keyParts(user)).containsExactly(sitting.keyPart());
    }

    @ParameterizedTest
    @EnumSource
    void otherTroubleLeavesTheSessionAsItIsAndIsTold(Storage storage) {
        Session session = signIn(storage, MONTH);
        for (Answer trouble : List.of(
                new Answer.TimedOut(),
                new Answer.Unreachable(),
                DiscordStandIn.response(500, "oops"),
                DiscordStandIn.response(200, "{}"))) {
            Freshness freshness =
                    renewals(storage, new DiscordStandIn().answering(trouble)).renew(session);
            assertThat(freshness).as("after %s", trouble).isInstanceOf(Freshness.Stale.class);
            assertThat(((Freshness.Stale) freshness).trouble()).isPresent();
            assertThat(sessions(storage).find(token(session)).map(PatreonRenewalsTest::refreshToken))
                    .hasValue(refreshToken(session));
        }
        Grant bare = new Grant(
                "access-9",
                "Bearer",
                Optional.of(MONTH),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Document.empty());
        Session without = PatreonSessions.signIn(sessions(storage), user, bare, Instant.now());
        DiscordStandIn provider = new DiscordStandIn();
        assertThat(renewals(storage, provider).renew(without))
                .isEqualTo(new Freshness.Stale(without, Optional.empty()));
        assertThat(provider.calls()).isZero();
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting", e);
        }
    }
}
