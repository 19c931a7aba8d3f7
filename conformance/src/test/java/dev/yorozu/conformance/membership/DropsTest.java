package dev.yorozu.conformance.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Plan;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.store.Batch;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who is told that a membership changed never gets what was before, whoever is slow, and whatever fails. */
@OnEveryStore(costly = true)
final class DropsTest extends MembershipSuite {
    private Membership fetched(Memberships server) {
        return known(server.fetch(TOKEN));
    }

    /** The bar is over, as it is half a minute after a drop. */
    private void open() {
        store().commit(Batch.builder().delete(writers).build());
    }

    @Test
    void aDropDuringASlowLoadWins() {
        for (boolean sameServer : new boolean[] {true, false}) {
            pays(300);
            open();
            Memberships server = server();
            Memberships other = sameServer ? server : server();
            PatreonStandIn.Hold hold = patreon.holdNext();
            CompletableFuture<ProviderResult<Membership>> slow = background(() -> server.of(user, TOKEN));
            hold.awaitAnswer();
            pays(900);
            assertThat(other.drop(user)).isFalse();
            hold.letGo();
            assertThat(plan(slow.join())).isEqualTo(Plan.PRO);
            assertThat(there(copy)).isFalse();
            assertThat(plan(server)).isEqualTo(Plan.ULTIMATE);
            open();
            assertThat(plan(other)).isEqualTo(Plan.ULTIMATE);
            assertThat(other.drop(user)).isTrue();
        }
    }

    @Test
    void whoAsksAfterADropDoesNotGetWhatASlowLoadBrings() {
        Memberships server = server();
        PatreonStandIn.Hold hold = patreon.holdNext();
        CompletableFuture<ProviderResult<Membership>> slow = background(() -> server.of(user, TOKEN));
        hold.awaitAnswer();
        pays(900);
        server().drop(user);
        CompletableFuture<ProviderResult<Membership>> late = background(() -> server.of(user, TOKEN));
        Poll.until("the late one waits", () -> server.stats().waits() > 0);
        hold.letGo();
        assertThat(plan(slow.join())).isEqualTo(Plan.PRO);
        assertThat(plan(late.join())).isEqualTo(Plan.ULTIMATE);
    }

    @Test
    void whatASignInFetchedBeforeADropIsNotKeptAfterIt() {
        Membership old = fetched(server());
        pays(900);
        server().drop(user);
        server().remember(old, clock.instant());
        assertThat(there(copy)).isFalse();
        assertThat(plan(server())).isEqualTo(Plan.ULTIMATE);
    }

    /** The bar may be over by then. */
    @Test
    void whatASignInFetchedTooLongAgoIsNotKept() {
        Membership old = fetched(server());
        Instant asked = clock.instant();
        clock.advance(Duration.ofMillis(14_999));
        server().remember(old, asked);
        assertThat(there(copy)).isTrue();
        server().drop(user);
        open();
        clock.advance(Duration.ofMillis(1));
        server().remember(old, asked);
        assertThat(there(copy)).isFalse();
    }

    @Test
    void whereAnotherMembershipIsKeptTheNextWhoAsksFindsOutWhichIsNewer() {
        Membership old = fetched(server());
        pays(500);
        assertThat(plan(server())).isEqualTo(Plan.PREMIUM);
        server().remember(old, clock.instant());
        assertThat(there(copy)).isFalse();
        assertThat(plan(server())).isEqualTo(Plan.PREMIUM);
        server().remember(fetched(server()), clock.instant());
        assertThat(there(copy)).isTrue();
    }

    @Test
    void whatIsRememberedDuringALoadThatFailsIsNoFault() {
        Memberships server = server();
        Membership fetched = fetched(server);
        patreon.answering("other", PatreonStandIn.status(503));
        PatreonStandIn.Hold hold = patreon.holdNext();
        CompletableFuture<ProviderResult<Membership>> failing = background(() -> server.of(user, "other"));
        hold.awaitAnswer();
        CompletableFuture<Boolean> remembering = background(() -> {
            server.remember(fetched, clock.instant());
            return true;
        });
        Poll.until("it waits", () -> server.stats().waits() > 0);
        hold.letGo();
        assertThat(failed(failing.join())).isEqualTo(503);
        assertThat(remembering.join()).isTrue();
        assertThat(there(copy)).isFalse();
    }

    @Test
    void aSyncAsksAnewAndIsWhatAllAreTold() {
        assertThat(plan(server())).isEqualTo(Plan.PRO);
        pays(900);
        assertThat(plan(server())).isEqualTo(Plan.PRO);
        assertThat(plan(server().sync(user, TOKEN))).isEqualTo(Plan.ULTIMATE);
        assertThat(plan(server())).isEqualTo(Plan.ULTIMATE);
        assertThat(patreon.calls()).isEqualTo(2);
    }

    @Test
    void aSyncDuringASlowLoadWins() {
        for (boolean sameServer : new boolean[] {true, false}) {
            pays(300);
            server().drop(user);
            open();
            Memberships server = server();
            Memberships other = sameServer ? server : server();
            PatreonStandIn.Hold hold = patreon.holdNext();
            CompletableFuture<ProviderResult<Membership>> slow = background(() -> server.of(user, TOKEN));
            hold.awaitAnswer();
            pays(900);
            CompletableFuture<ProviderResult<Membership>> synced = background(() -> other.sync(user, TOKEN));
            Poll.until(
                    "the sync is done or waits for the slow load",
                    () -> synced.isDone() || other.stats().waits() > 0);
            hold.letGo();
            assertThat(plan(slow.join())).isEqualTo(Plan.PRO);
            assertThat(plan(synced.join())).isEqualTo(Plan.ULTIMATE);
            assertThat(plan(server())).isEqualTo(Plan.ULTIMATE);
        }
    }

    @Test
    void twoHundredWhoMissAtOnceAskOnce() throws Exception {
        Memberships server = server();
        List<ProviderResult<Membership>> answers = Race.of(200, number -> server.of(user, TOKEN));
        assertThat(answers).hasSize(200).containsOnly(answers.getFirst());
        assertThat(plan(answers.getFirst())).isEqualTo(Plan.PRO);
        assertThat(patreon.calls()).isEqualTo(1);
    }

    /** A newer session of the user is not ended because the token of the one before it is refused. */
    @Test
    void aRefusedTokenIsHeldAgainstNobodyElse() {
        Memberships server = server();
        PatreonStandIn.Hold hold = patreon.holdNext();
        CompletableFuture<ProviderResult<Membership>> refused = background(() -> server.of(user, "withdrawn"));
        hold.awaitAnswer();
        CompletableFuture<ProviderResult<Membership>> joined = background(() -> server.of(user, TOKEN));
        Poll.until("the other waits", () -> server.stats().waits() > 0);
        hold.letGo();
        assertThat(failed(refused.join())).isEqualTo(401);
        assertThat(plan(joined.join())).isEqualTo(Plan.PRO);
    }

    @Test
    void whicheverCallFailsTheAnswerIsRightAndADropIsKnownToHold() {
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= 6; call++) {
                pays(300);
                server().drop(user);
                open();
                Memberships faulty = server(FaultyStore.failing(store(), fault, call));
                assertThat(plan(faulty)).isEqualTo(Plan.PRO);
                faulty.remember(fetched(faulty), clock.instant());
                pays(900);
                if (dropped(faulty)) {
                    assertThat(plan(faulty)).isEqualTo(Plan.ULTIMATE);
                    assertThat(plan(server())).isEqualTo(Plan.ULTIMATE);
                }
            }
        }
    }

    private boolean dropped(Memberships server) {
        try {
            server.drop(user);
            return true;
        } catch (StoreException fault) {
            return false;
        }
    }

    @Test
    void aSyncThatMayNotHaveForgottenIsAFault() {
        Memberships faulty = server(FaultyStore.failing(store(), Fault.REFUSED, 1));
        assertThatThrownBy(() -> faulty.sync(user, TOKEN)).isInstanceOf(StoreException.class);
    }

    /** Sign-ins that fetched before a drop, readers, and the drop, all at once. */
    @Test
    void afterADropNobodyIsToldWhatWasBefore() throws Exception {
        List<Memberships> servers = List.of(server(), server());
        for (int round = 0; round < Rounds.of(15); round++) {
            open();
            pays(300);
            Membership old = fetched(server());
            server().remember(old, clock.instant());
            pays(900);
            Race.of(9, number -> {
                Memberships server = servers.get(number % 2);
                if (number == 0) {
                    return server.drop(user);
                }
                if (number % 2 == 0) {
                    server.remember(old, clock.instant());
                } else {
                    server.of(user, TOKEN);
                }
                return false;
            });
            assertThat(there(copy)).isFalse();
            servers.forEach(server -> assertThat(plan(server)).isEqualTo(Plan.ULTIMATE));
        }
    }
}
