package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Renewals at the same time, and ends of sessions in the middle of them. */
@OnEveryStore(costly = true)
final class RenewalRacesTest extends Suite {
    @ParameterizedTest
    @EnumSource
    void twoRenewalsMakeOneCall(Storage storage) throws Exception {
        renewAtOnce(storage, 2);
    }

    @ParameterizedTest
    @EnumSource
    void eightRenewalsMakeOneCall(Storage storage) throws Exception {
        renewAtOnce(storage, 8);
    }

    private void renewAtOnce(Storage storage, int callers) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            SignInFixture signingIn = new SignInFixture(store(), storage);
            // An answer takes a moment, in which the others come.
            DiscordStandIn discord = new DiscordStandIn().meanwhile(RenewalRacesTest::pause);
            Renewals renewals = signingIn.renewals(discord);
            Session session = signingIn.dueSession();
            List<Freshness> all = Race.run(callers, () -> renewals.fresh(session));
            assertThat(discord.calls()).isEqualTo(1);
            assertThat(all).allSatisfy(freshness -> {
                assertThat(freshness).isInstanceOf(Freshness.Renewed.class);
                assertThat(((Freshness.Renewed) freshness).session().secret("access_token"))
                        .hasValue("access-1");
            });
            signingIn.assertUnlocked(session);
            signingIn.sessions.endAll(signingIn.user);
        }
    }

    @ParameterizedTest
    @EnumSource
    void logoutDuringARenewalStaysLoggedOut(Storage storage) {
        for (int round = 0; round < Rounds.of(5); round++) {
            SignInFixture signingIn = new SignInFixture(store(), storage);
            Session session = signingIn.dueSession();
            DiscordStandIn discord = new DiscordStandIn()
                    .meanwhile(() -> signingIn.sessions.end(session.sid().orElseThrow()));
            assertThat(signingIn.renewals(discord).fresh(session)).isEqualTo(new Freshness.Ended());
            signingIn.assertLoggedOut(session);
        }
    }

    @ParameterizedTest
    @EnumSource
    void logoutAtAnyMomentOfRenewalsWins(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            SignInFixture signingIn = new SignInFixture(store(), storage);
            Renewals renewals = signingIn.renewals(new DiscordStandIn());
            Session session = signingIn.dueSession();
            List<Callable<Object>> actions = new ArrayList<>();
            actions.add(() -> renewals.fresh(session));
            actions.add(() -> signingIn.sessions.end(session.sid().orElseThrow()));
            actions.add(() -> renewals.fresh(session));
            Race.run(actions);
            signingIn.assertLoggedOut(session);
            signingIn.assertUnlocked(session);
        }
    }

    /** The one that renews is held until the other has begun to wait for it and the session is gone. */
    @ParameterizedTest
    @EnumSource
    void aWaiterWhoseSessionIsEndedLearnsThatItEnded(Storage storage) throws Exception {
        SignInFixture signingIn = new SignInFixture(store(), storage);
        Session session = signingIn.dueSession();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch waiterDone = new CountDownLatch(1);
        Renewals renewals = signingIn.renewals(new DiscordStandIn().meanwhile(() -> {
            asked.countDown();
            await(waiterDone);
        }));
        List<Callable<Freshness>> actions = List.of(() -> renewals.fresh(session), () -> {
            await(asked);
            signingIn.sessions.end(session.sid().orElseThrow());
            Freshness freshness = renewals.fresh(session);
            waiterDone.countDown();
            return freshness;
        });
        assertThat(Race.run(actions)).containsExactly(new Freshness.Ended(), new Freshness.Ended());
        signingIn.assertLoggedOut(session);
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting", e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting", e);
        }
    }
}
