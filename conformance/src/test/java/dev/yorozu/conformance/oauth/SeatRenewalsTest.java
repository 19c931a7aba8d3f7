package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.Outgoing.Answer;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.seat.Person;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatGrants;
import dev.yorozu.seat.SeatLayout;
import dev.yorozu.seat.SeatPolicy;
import dev.yorozu.seat.Seats;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tokens of seats, renewed by the same rules as those of other sessions, also before they are due. */
@OnEveryStore
final class SeatRenewalsTest extends Suite {
    private static final Duration MONTH = Duration.ofDays(31);

    private final String user = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62));

    private Seats seats(Storage storage) {
        return new Seats(
                store(),
                SeatLayout.PATREON,
                SeatPolicy.STANDARD,
                storage,
                RandomTokens.secure(),
                InstantSource.system());
    }

    private Renewals<Seat> renewals(Storage storage, DiscordStandIn provider) {
        return renewals(storage, provider, PatreonKeys.RENEWAL, store());
    }

    /**
     * @param lock with another lock than everybody else it is as if theirs had ended too early
     * @param locks where the locks are
     */
    private Renewals<Seat> renewals(Storage storage, DiscordStandIn provider, KeyPattern lock, Store locks) {
        return new Renewals<>(
                new SeatGrants(seats(storage)),
                new Locks(locks, RandomTokens.secure()),
                new ProviderCalls(Discord.provider(Discord.AUTHORIZE_URL, Discord.API_URL, "client", "hush"), provider),
                RenewalPolicy.documented(lock),
                InstantSource.system());
    }

    private Seat sit(Storage storage, Duration left) {
        Grant grant = new Grant(
                "access-0",
                "Bearer",
                Optional.of(left),
                Optional.of("refresh-of-" + RandomTokens.secure().characters(12)),
                Optional.empty(),
                Optional.empty());
        return seats(storage)
                .take(user, new Person("mia@example.com", "Mia"), grant, Optional.empty())
                .seat();
    }

    private static Seat renewed(Freshness<Seat> freshness) {
        assertThat(freshness).isInstanceOf(Freshness.Renewed.class);
        return ((Freshness.Renewed<Seat>) freshness).session();
    }

    private void assertOver(Storage storage, Seat seat) {
        assertThat(seats(storage).find(seat.token())).isEmpty();
        assertThat(store().type(PatreonKeys.USER_TOKEN.key(user))).isEmpty();
        assertThat(store().type(PatreonKeys.RENEWAL.key(seat.keyPart()))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void tokensAreRenewedWhenTheyAreDueAndWhenItIsAskedFor(Storage storage) {
        DiscordStandIn provider = new DiscordStandIn();
        Renewals<Seat> renewals = renewals(storage, provider);
        Seat seat = sit(storage, MONTH);
        assertThat(renewals.fresh(seat)).isEqualTo(new Freshness.Current<>(seat));
        assertThat(provider.calls()).isZero();
        Seat second = renewed(renewals.renew(seat));
        assertThat(second.accessToken()).isEqualTo("access-1");
        assertThat(seats(storage).find(seat.token()).map(Seat::refreshToken)).hasValue("refresh-1");
        // Who saw the tokens before they were renewed does not ask again; who saw the new ones does.
        assertThat(renewed(renewals.renew(seat)).accessToken()).isEqualTo("access-1");
        assertThat(provider.calls()).isEqualTo(1);
        assertThat(renewed(renewals.renew(second)).accessToken()).isEqualTo("access-2");
        Seat due = sit(storage, Duration.ofSeconds(10));
        assertThat(renewed(renewals.fresh(due)).accessToken()).isEqualTo("access-3");
        assertThat(store().type(PatreonKeys.RENEWAL.key(due.keyPart()))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void manyWhoAskAtOnceMakeOneCall(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            DiscordStandIn provider = new DiscordStandIn().meanwhile(SeatRenewalsTest::pause);
            Renewals<Seat> renewals = renewals(storage, provider);
            Seat seat = sit(storage, MONTH);
            List<Freshness<Seat>> all = Race.run(8, () -> renewals.renew(seat));
            assertThat(provider.calls()).isEqualTo(1);
            assertThat(all)
                    .allSatisfy(freshness ->
                            assertThat(renewed(freshness).accessToken()).isEqualTo("access-1"));
        }
    }

    /** Somebody who saw older tokens has the lock for a moment, finds them renewed, and brings nothing. */
    @ParameterizedTest
    @EnumSource
    void whoWaitsForOneThatBringsNothingAsksInstead(Storage storage) {
        Seat seat = sit(storage, MONTH);
        Locks locks = new Locks(store(), RandomTokens.secure());
        Lease other = locks.tryAcquire(LockPlace.at(PatreonKeys.RENEWAL.key(seat.keyPart())), Duration.ofMinutes(1))
                .orElseThrow();
        Store released = FaultyStore.afterwards(store(), 1, () -> locks.release(other));
        DiscordStandIn provider = new DiscordStandIn();
        Freshness<Seat> freshness =
                renewals(storage, provider, PatreonKeys.RENEWAL, released).renew(seat);
        assertThat(renewed(freshness).accessToken()).isEqualTo("access-1");
        assertThat(provider.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void anEndDuringARenewalIsTheEnd(Storage storage) throws Exception {
        Seat seat = sit(storage, MONTH);
        DiscordStandIn provider =
                new DiscordStandIn().meanwhile(() -> seats(storage).end(seat.token()));
        assertThat(renewals(storage, provider).renew(seat)).isEqualTo(new Freshness.Ended<Seat>());
        assertOver(storage, seat);
        for (int round = 0; round < Rounds.of(5); round++) {
            Seat another = sit(storage, MONTH);
            Renewals<Seat> renewals = renewals(storage, new DiscordStandIn());
            List<Callable<Object>> actions = new ArrayList<>();
            actions.add(() -> renewals.renew(another));
            actions.add(() -> seats(storage).end(another.token()));
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
        Seat seat = sit(storage, MONTH);
        assertThat(renewals(storage, refusing).renew(seat)).isEqualTo(new Freshness.Ended<Seat>());
        assertOver(storage, seat);

        Seat another = sit(storage, MONTH);
        DiscordStandIn late = new DiscordStandIn()
                .answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT))
                .meanwhile(() -> renewed(renewals(storage, new DiscordStandIn(), PatreonKeys.AUTHENTICATION, store())
                        .renew(another)));
        assertThat(renewed(renewals(storage, late).renew(another)).accessToken())
                .isEqualTo("access-1");
        assertThat(seats(storage).find(another.token())).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void whoTookTheSeatMeanwhileKeepsIt(Storage storage) {
        Seat seat = sit(storage, MONTH);
        List<Seat> next = new ArrayList<>();
        DiscordStandIn provider = new DiscordStandIn()
                .answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT))
                .meanwhile(() -> next.add(sit(storage, MONTH)));
        assertThat(renewals(storage, provider).renew(seat)).isEqualTo(new Freshness.Ended<Seat>());
        Seat sitting = next.getFirst();
        assertThat(seats(storage).find(sitting.token())).isPresent();
        assertThat(seats(storage).holders(user)).containsExactly(sitting.keyPart());
    }

    @ParameterizedTest
    @EnumSource
    void otherTroubleLeavesTheSessionAsItIsAndIsTold(Storage storage) {
        Seat seat = sit(storage, MONTH);
        for (Answer trouble : List.of(
                new Answer.TimedOut(),
                new Answer.Unreachable(),
                DiscordStandIn.response(500, "oops"),
                DiscordStandIn.response(200, "{}"))) {
            Freshness<Seat> freshness =
                    renewals(storage, new DiscordStandIn().answering(trouble)).renew(seat);
            assertThat(freshness).as("after %s", trouble).isInstanceOf(Freshness.Stale.class);
            assertThat(((Freshness.Stale<Seat>) freshness).trouble()).isPresent();
            assertThat(seats(storage).find(seat.token()).map(Seat::refreshToken))
                    .hasValue(seat.refreshToken());
        }
        Grant bare = new Grant(
                "access-9", "Bearer", Optional.of(MONTH), Optional.empty(), Optional.empty(), Optional.empty());
        Seat without = seats(storage)
                .take(user, new Person("", ""), bare, Optional.empty())
                .seat();
        DiscordStandIn provider = new DiscordStandIn();
        assertThat(renewals(storage, provider).renew(without))
                .isEqualTo(new Freshness.Stale<>(without, Optional.empty()));
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
