package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.oauth.GrantHolders.Writing;
import dev.yorozu.seat.Check;
import dev.yorozu.seat.Ended;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.seat.Taken;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** Everything at the same time. */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends SeatSuite {
    private static final int TAKERS = 16;
    private static final int SPENDERS = 32;

    @InBothStorages
    void ofManyWhoTakeTheSeatAtOnceExactlyOneKeepsIt(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Issued before = table.issue(table.sit());
            List<Taken> all = Race.run(TAKERS, table::take);
            List<Seat> living = all.stream()
                    .map(Taken::seat)
                    .filter(seat -> table.seats().find(seat.token()).isPresent())
                    .toList();
            assertThat(living).hasSize(1);
            table.assertSitsAlone(living.getFirst());
            table.assertRefuses(before);
            Taken kept = all.stream()
                    .filter(taken -> taken.seat().equals(living.getFirst()))
                    .findFirst()
                    .orElseThrow();
            assertThat(kept.overtaken()).isFalse();
            assertEveryEndWasTold(all, kept);
        }
    }

    /** Whoever ended a session said so, because somebody may remember it elsewhere. */
    private static void assertEveryEndWasTold(List<Taken> all, Taken kept) {
        Set<String> told = new HashSet<>();
        all.forEach(taken -> told.addAll(taken.ended()));
        assertThat(all)
                .filteredOn(taken -> taken != kept)
                .allMatch(taken -> told.contains(taken.seat().keyPart()));
        assertThat(told).doesNotContain(kept.seat().keyPart());
    }

    @InBothStorages
    void whoTakesAndIssuesAtOnceLeavesOnePairThatCounts(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            List<Issued> all = Race.run(TAKERS, () -> table.issue(table.take().seat()));
            assertThat(all)
                    .filteredOn(issued -> table.tokens().check(issued.accessToken()) instanceof Check.Admitted)
                    .hasSize(1);
            assertThat(all)
                    .filteredOn(issued -> table.refresh(issued.refreshToken()) instanceof Refresh.Refreshed)
                    .hasSize(1);
        }
    }

    @InBothStorages
    void endingAllWhileManySitDownLeavesAtMostOneAndNobodyUnlisted(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Seat before = table.sit();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                actions.add(table::take);
                actions.add(() -> table.seats().endAll(table.user));
            }
            Race.run(actions);
            assertThat(table.seats().find(before.token())).isEmpty();
            assertThat(table.living().size()).isLessThanOrEqualTo(1);
            assertThat(table.listed())
                    .containsAll(table.living().stream().map(table::keyPart).toList());
            Ended ended = table.seats().endAll(table.user);
            assertThat(ended.count()).isLessThanOrEqualTo(1);
            table.assertEmpty();
        }
    }

    @InBothStorages
    void signingOutAndRenewingWhileOthersSitDownDisturbsNobody(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Seat before = table.sit();
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = Integer.toString(i);
                actions.add(table::take);
                actions.add(() -> table.seats().end(before.token()));
                actions.add(() -> table.seats().change(before, grant(name), clock().instant()));
            }
            Race.run(actions);
            assertThat(table.living()).hasSize(1);
            Seat kept = table.seats().find(table.living().getFirst()).orElseThrow();
            assertThat(kept.token()).isNotEqualTo(before.token());
            table.assertSitsAlone(kept);
        }
    }

    @InBothStorages
    void anEndAtAnyMomentOfARenewalWins(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Seat seat = table.sit();
            List<Callable<Object>> actions = List.of(
                    () -> table.seats().change(seat, grant("1"), clock().instant()),
                    () -> table.seats().end(seat.token()),
                    () -> table.seats().change(seat, grant("2"), clock().instant()));
            List<Object> outcomes = Race.run(actions);
            table.assertEmpty();
            assertThat(outcomes.get(1)).isEqualTo(true);
            assertThat(outcomes).filteredOn(Writing.Written.class::isInstance).hasSizeLessThanOrEqualTo(1);
        }
    }

    @InBothStorages
    void ofManyWhoSpendATokenOneWinsAndAllGetTheSamePair(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Issued first = table.issue(table.sit());
            List<Refresh> all = Race.run(SPENDERS, () -> table.refresh(first.refreshToken()));
            assertThat(all).filteredOn(Refresh.Refreshed.class::isInstance).hasSize(1);
            assertThat(all).filteredOn(Refresh.Repeated.class::isInstance).hasSize(SPENDERS - 1);
            Issued next = refreshed(all.stream()
                    .filter(Refresh.Refreshed.class::isInstance)
                    .findFirst()
                    .orElseThrow());
            assertThat(all)
                    .allMatch(refresh -> given(refresh).filter(next::equals).isPresent());
            table.assertAdmits(next);
            clock().advance(GRACE);
            assertThat(table.refresh(first.refreshToken())).isInstanceOf(Refresh.Reused.class);
            table.assertRefuses(first);
            table.assertRefuses(next);
            assertThat(table.refresh(next.refreshToken())).isEqualTo(new Refresh.Invalid());
        }
    }

    @InBothStorages
    void withoutAGraceOneWinsAndTheOthersEndTheFamily(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage, GRACELESS);
            Issued first = table.issue(table.sit());
            List<Refresh> all = Race.run(8, () -> table.refresh(first.refreshToken()));
            assertThat(all).filteredOn(Refresh.Refreshed.class::isInstance).hasSize(1);
            assertThat(all).noneMatch(Refresh.Repeated.class::isInstance);
            assertThat(all).anyMatch(Refresh.Reused.class::isInstance);
            for (Refresh refresh : all) {
                given(refresh).ifPresent(table::assertRefuses);
            }
        }
    }

    @InBothStorages
    void reuseWhileTheFamilyGoesOnEndsAllOfIt(Storage storage) throws Exception {
        for (int round = 0; round < rounds(); round++) {
            SeatFixture table = table(storage);
            Issued first = table.issue(table.sit());
            Issued second = refreshed(table.refresh(first.refreshToken()));
            clock().advance(GRACE);
            List<Callable<Refresh>> actions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                actions.add(() -> table.refresh(first.refreshToken()));
                actions.add(() -> table.refresh(second.refreshToken()));
            }
            List<Refresh> all = Race.run(actions);
            table.assertRefuses(second);
            for (Refresh refresh : all) {
                given(refresh).ifPresent(issued -> {
                    table.assertRefuses(issued);
                    assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.Invalid());
                });
            }
        }
    }
}
