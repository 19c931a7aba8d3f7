package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Rounds;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Something else that happens whole between two calls of an action, at each place in turn. */
@OnEveryStore(costly = true)
final class ServiceInterleavingsTest extends CountingSuite {
    /** Prepares a stage, plays an action on it with another in between, and checks; until the action has no more calls. */
    private <S> void play(
            Supplier<S> stage, Function<S, Consumer<Store>> action, Consumer<S> other, Consumer<S> check) {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            S on = stage.get();
            FaultyStore interrupted = FaultyStore.meanwhile(store(), call, () -> other.accept(on));
            action.apply(on).accept(interrupted);
            reached = interrupted.calls() >= call;
            if (reached) {
                check.accept(on);
            }
        }
    }

    /** What two who want the same address were told. */
    private static final class Rivals {
        final SiteUrl url;
        final List<Creation> told = new ArrayList<>();

        Rivals(SiteUrl url) {
            this.url = url;
        }
    }

    private void create(Rivals rivals, Store store, String token) {
        rivals.told.add(create(Kind.COUNTER, store, rivals.url, token));
    }

    @Test
    void ofTwoWhoMakeAServiceOneDoes() {
        play(
                () -> new Rivals(address()),
                rivals -> store -> create(rivals, store, TOKEN),
                rivals -> create(rivals, store(), OTHER_TOKEN),
                rivals -> {
                    assertWhole(Kind.COUNTER, rivals.url);
                    assertThat(rivals.told)
                            .filteredOn(Creation.Created.class::isInstance)
                            .hasSize(1);
                    assertThat(rivals.told)
                            .filteredOn(Creation.Refused.class::isInstance)
                            .hasSize(1);
                });
    }

    /** A service lives and dies in between, and leaves a visitor's mark, as a deletion of earlier versions could. */
    @Test
    void aNewServiceBeginsOnCleanGround() {
        play(
                () -> new Rivals(address()),
                rivals -> store -> create(rivals, store, TOKEN),
                rivals -> {
                    if (create(Kind.COUNTER, store(), rivals.url, TOKEN) instanceof Creation.Created made) {
                        counters().visit(made.service().id(), ALICE);
                        killedDeleting(made.service().id());
                    }
                },
                rivals -> {
                    String id = assertWhole(Kind.COUNTER, rivals.url);
                    if (rivals.told.getFirst() instanceof Creation.Created) {
                        counters().visit(id, ALICE);
                    }
                    assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(1, 1, 0, 1, 1));
                });
    }

    /** Only the record and what goes with it is deleted; the marks, the index and the mapping stay. */
    private void killedDeleting(String id) {
        store().commit(Batch.builder()
                .delete(NostalgicKeys.COUNTER.service().key(id))
                .delete(NostalgicKeys.COUNTER.ownerToken().key(id))
                .delete(NostalgicKeys.COUNTER_TOTAL.key(id))
                .delete(NostalgicKeys.COUNTER_DAILY.key(
                        id, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString()))
                .build());
    }

    private void emptied() {
        for (SiteUrl url : List.of(ServiceRaceTest.ONE, ServiceRaceTest.TWIN)) {
            delete(url);
        }
    }

    private void delete(SiteUrl url) {
        Services services = services(Kind.COUNTER, store());
        services.find(url).ifPresent(services::delete);
        services.owned(url, TOKEN);
    }

    /** The other address gives its shorter name up, and somebody else makes the service under it. */
    @Test
    void anAddressHasOneServiceAlsoWhenAShorterNameBecomesFree() {
        play(
                () -> {
                    emptied();
                    created(Kind.COUNTER, ServiceRaceTest.TWIN);
                    return new Rivals(ServiceRaceTest.ONE);
                },
                rivals -> store -> create(rivals, store, TOKEN),
                rivals -> {
                    delete(ServiceRaceTest.TWIN);
                    create(rivals, store(), TOKEN);
                },
                rivals -> {
                    assertWhole(Kind.COUNTER, rivals.url);
                    assertThat(rivals.told).allMatch(Creation.Settled.class::isInstance);
                    assertThat(rivals.told)
                            .filteredOn(Creation.Created.class::isInstance)
                            .hasSize(1);
                });
        emptied();
    }

    /**
     * One maker stops at one call, while the shorter name becomes free and another begins and stops at some call as well; the
     * first goes on to a later call and stops there, the other finishes, and then the first does.
     */
    @Test
    void anAddressHasOneServiceInWhateverStepsTwoMakersMeet() {
        SplittableRandom random = new SplittableRandom(Rounds.seed());
        for (int round = Rounds.of(80, 10_000); round > 0; round--) {
            int begins = random.nextInt(1, 12);
            int stops = random.nextInt(2, 12);
            int ends = random.nextInt(begins + 1, 24);
            emptied();
            created(Kind.COUNTER, ServiceRaceTest.TWIN);
            Rivals rivals = new Rivals(ServiceRaceTest.ONE);
            meet(rivals, begins, stops, ends);
            assertThat(rivals.told)
                    .as("%s, %s, %s", begins, stops, ends)
                    .filteredOn(Creation.Created.class::isInstance)
                    .hasSize(1);
            assertThat(rivals.told).hasSize(2).allMatch(Creation.Settled.class::isInstance);
            assertWhole(Kind.COUNTER, rivals.url);
        }
        emptied();
    }

    private void meet(Rivals rivals, int begins, int stops, int ends) {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicReference<CompletableFuture<Creation>> other = new AtomicReference<>();
        Store otherStore = FaultyStore.meanwhile(store(), stops, () -> {
            stopped.countDown();
            await(goesOn);
        });
        Runnable begin = () -> {
            delete(ServiceRaceTest.TWIN);
            other.set(background(() -> create(Kind.COUNTER, otherStore, rivals.url, TOKEN)));
            other.get().whenComplete((told, fault) -> stopped.countDown());
            await(stopped);
        };
        Runnable end = () -> {
            goesOn.countDown();
            other.get().join();
        };
        create(rivals, FaultyStore.meanwhile(FaultyStore.meanwhile(store(), ends, end), begins, begin), TOKEN);
        if (other.get() == null) {
            begin.run();
        }
        end.run();
        rivals.told.add(other.get().join());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The address gets a service under a shorter name, while that under the longer one is deleted. */
    @Test
    void aDeletionTakesNoOtherServicesPlaces() {
        play(
                () -> {
                    emptied();
                    created(Kind.COUNTER, ServiceRaceTest.TWIN);
                    created(Kind.COUNTER, ServiceRaceTest.ONE);
                    return new Rivals(ServiceRaceTest.ONE);
                },
                rivals -> store -> {
                    Services services = services(Kind.COUNTER, store);
                    services.find(rivals.url).ifPresent(services::delete);
                },
                rivals -> {
                    if (services(Kind.COUNTER, store()).find(rivals.url).isEmpty()) {
                        delete(ServiceRaceTest.TWIN);
                        create(rivals, store(), TOKEN);
                    }
                },
                rivals -> {
                    if (!rivals.told.isEmpty()) {
                        assertWhole(Kind.COUNTER, rivals.url);
                    }
                });
        emptied();
    }

    /** The name that a deletion sets free is the other address's before the deletion has come to the index. */
    @Test
    void aDeletionLeavesTheNextServiceOfTheNameItsPlaces() {
        play(
                () -> {
                    emptied();
                    created(Kind.COUNTER, ServiceRaceTest.ONE);
                    return new Rivals(ServiceRaceTest.TWIN);
                },
                rivals -> store -> {
                    Services services = services(Kind.COUNTER, store);
                    services.find(ServiceRaceTest.ONE).ifPresent(services::delete);
                },
                rivals -> create(rivals, store(), TOKEN),
                rivals -> assertWhole(Kind.COUNTER, rivals.url));
        emptied();
    }

    private SiteUrl legacy() {
        SiteUrl url = address();
        String id = ServiceId.of(url);
        Document record = Document.empty()
                .with("service", "counter")
                .with("id", id)
                .with("url", url.text())
                .with("created", "2024-05-06T07:08:09.123Z")
                .withNull("lastVisit")
                .with("totalCount", 41)
                .with("owner", Digests.hex(TOKEN));
        store().commit(Batch.builder()
                .put(NostalgicKeys.COUNTER.service().key(id), record.bytes(), Expiry.never())
                .put(NostalgicKeys.COUNTER.ownerToken().key(id), Digests.hex(TOKEN), Expiry.never())
                .build());
        return url;
    }

    @Test
    void ofTwoWhoBringATokenUpToDateOneDoes() {
        AtomicReference<Ownership> first = new AtomicReference<>(new Ownership.NoService());
        play(
                this::legacy,
                url -> store -> first.set(services(Kind.COUNTER, store).owned(url, TOKEN)),
                url -> services(Kind.COUNTER, store()).owned(url, TOKEN),
                url -> {
                    String kept = text(NostalgicKeys.COUNTER.ownerToken().key(ServiceId.of(url)))
                            .orElseThrow();
                    assertThat(first.get()).isInstanceOf(Ownership.Owned.class);
                    assertThat(((Ownership.Owned) first.get()).hash()).isEqualTo(kept);
                });
    }

    /** The service is deleted, and another owner makes one for the address, while the old token is checked. */
    @Test
    void anOldTokenOpensNoNewService() {
        AtomicReference<Ownership> told = new AtomicReference<>(new Ownership.NoService());
        play(
                this::legacy,
                url -> store -> told.set(services(Kind.COUNTER, store).owned(url, TOKEN)),
                url -> {
                    delete(url);
                    create(Kind.COUNTER, store(), url, OTHER_TOKEN);
                },
                url -> {
                    String kept = text(NostalgicKeys.COUNTER.ownerToken().key(ServiceId.of(url)))
                            .orElseThrow();
                    boolean opens = told.get() instanceof Ownership.Owned owned
                            && owned.hash().equals(kept);
                    assertThat(opens).isFalse();
                });
    }

    @Test
    void aTotalIsTakenOverOnce() {
        play(
                () -> ServiceId.of(legacy()),
                id -> store -> counters(store, ZoneOffset.UTC).visit(id, ALICE),
                id -> counters().visit(id, BOB),
                id -> assertThat(counters().view(id).orElseThrow().counts().total())
                        .isEqualTo(43));
    }

    @Test
    void twoPressesUndoEachOther() {
        for (int before : List.of(0, 1)) {
            play(
                    () -> {
                        String id = like();
                        for (int i = 0; i < before; i++) {
                            likes().toggle(id, ALICE);
                        }
                        return id;
                    },
                    id -> store -> likes(store, ZoneOffset.UTC).toggle(id, ALICE),
                    id -> likes().toggle(id, ALICE),
                    id -> assertThat(likes().view(id, ALICE).orElseThrow()).satisfies(view -> {
                        assertThat(view.total()).isEqualTo(before);
                        assertThat(view.liked()).isEqualTo(before == 1);
                    }));
        }
    }
}
