package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A counter from its making to its deletion, key by key. */
@OnEveryStore
final class CounterLifeTest extends CountingSuite {
    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private Instant midnight() {
        return today().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private Key record(String id) {
        return Kind.COUNTER.keys().service().key(id);
    }

    @Test
    void aNewCounterIsAMappingAnIndexEntryARecordAnOwnerAndAZero() {
        SiteUrl url = address("https://www.example.org/a b?c=日".replace(" ", "%20") + System.nanoTime());
        String id = created(Kind.COUNTER, url).id();
        String hash = text(NostalgicKeys.COUNTER.ownerToken().key(id)).orElseThrow();
        assertThat(hash).doesNotContain(TOKEN).isNotEmpty();
        assertThat(text(record(id)))
                .hasValue("{\"service\":\"counter\",\"id\":\"" + id + "\",\"url\":\"" + url + "\",\"created\":\""
                        + Iso.text(clock.instant())
                        + "\",\"lastVisit\":null,\"totalCount\":0,\"settings\":{},\"owner\":\""
                        + hash + "\"}");
        assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("0");
        assertThat(mapped(Kind.COUNTER, url)).hasValue(id);
        assertThat(keys(Kind.COUNTER, id))
                .containsExactlyInAnyOrder("counter:" + id, "counter:" + id + ":owner", "counter:" + id + ":total");
        for (Ranked ranked : store().ranks(NostalgicKeys.COUNTER.index().key(), Order.RISING, 0, -1)) {
            if (ranked.member().equals(Bytes.of(id))) {
                assertThat(ranked.score()).isEqualTo(clock.instant().toEpochMilli());
            }
        }
        assertThat(indexed(Kind.COUNTER, id)).isTrue();
    }

    @Test
    void aVisitChangesTotalDayMarkAndRecordTogether() {
        String id = counter();
        Counts counts = counted(counters().visit(id, ALICE));
        assertThat(counts).isEqualTo(new Counts(1, 1, 0, 1, 1));
        String user = HASHES.on(ALICE, today());
        String address = HASHES.addressOn(ALICE, today());
        Key mark = NostalgicKeys.COUNTER_VISIT.key(id, user);
        Key day = NostalgicKeys.COUNTER_DAILY.key(id, today().toString());
        Key marks = marks(Kind.COUNTER, id);
        assertThat(keys(Kind.COUNTER, id))
                .containsExactlyInAnyOrder(
                        "counter:" + id,
                        "counter:" + id + ":owner",
                        "counter:" + id + ":total",
                        "counter:" + id + ":daily:" + today(),
                        "counter:" + id + ":visit:" + user,
                        "counter:" + id + ":address:" + address,
                        marks.name());
        assertThat(text(mark)).hasValue(Long.toString(clock.instant().toEpochMilli()));
        assertThat(text(day)).hasValue("1");
        assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("1");
        assertThat(store().type(marks)).hasValue(ValueType.HASH);
        assertThat(store().fields(marks))
                .containsOnly(
                        Map.entry(Bytes.of(user), Bytes.of(midnight().toEpochMilli())),
                        Map.entry(Bytes.of("@" + address), Bytes.of(midnight().toEpochMilli())));
        assertThat(text(NostalgicKeys.COUNTER.addresses().key(id, address))).hasValue("-1");
        assertEndsAt(mark, midnight());
        Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        assertEndsAt(
                marks,
                Instant.now().plus(Duration.between(clock.instant(), hour)).plus(Duration.ofHours(26)));
        assertEndsAt(day, Instant.now().plus(Duration.ofDays(400)));
        for (Key endless : List.of(record(id), NostalgicKeys.COUNTER_TOTAL.key(id))) {
            assertThat(store().remaining(endless)).hasValue(new Life.Endless());
        }
        Document now = record(Kind.COUNTER, id);
        assertThat(now.text("lastVisit")).hasValue(Iso.text(clock.instant()));
        assertThat(now.number("totalCount")).hasValue(1);
    }

    @Test
    void aRepeatedVisitChangesNothingAndTellsTheSame() {
        String id = counter();
        counters().visit(id, ALICE);
        String before = text(record(id)).orElseThrow();
        clock.advance(Duration.ofMinutes(5));
        Visit visit = counters().visit(id, ALICE);
        assertThat(repeated(visit)).isEqualTo(new Counts(1, 1, 0, 1, 1));
        assertThat(text(record(id))).hasValue(before);
        assertThat(counted(counters().visit(id, BOB))).isEqualTo(new Counts(2, 2, 0, 2, 2));
    }

    /** Who changes the name of the browser is another visitor, and still at the same address. */
    @Test
    void ofOneAddressSoManyAreCountedInADayWhateverTheirBrowsersAreCalled() {
        SiteUrl url = address();
        String id = created(Kind.COUNTER, url).id();
        CounterPolicy policy = new CounterPolicy(Duration.ofDays(400), Durability.RELAXED, 3);
        Counters counters =
                new Counters(store(), policy, new Days(ZoneOffset.UTC, clock), HASHES, QuickPasswords.SET, events::add);
        for (int i = 1; i <= 3; i++) {
            assertThat(counted(counters.visit(id, browser(i))).total()).isEqualTo(i);
        }
        Visit fourth = counters.visit(id, browser(4));
        assertThat(fourth).isInstanceOf(Visit.Limited.class);
        assertThat(((Visit.Limited) fourth).view().counts().total()).isEqualTo(3);
        assertThat(counters.visit(id, browser(1))).isInstanceOf(Visit.Repeated.class);
        assertThat(counted(counters.visit(id, BOB)).total()).isEqualTo(4);
        assertThat(keys(Kind.COUNTER, id)).doesNotContain(mark(id, browser(4)));
        clock.advance(Duration.ofDays(1));
        assertThat(counted(counters.visit(id, browser(4))).total()).isEqualTo(5);
        assertThat(counters.services().delete(owned(Kind.COUNTER, url))).isTrue();
        assertNothingLeft(Kind.COUNTER, url);
    }

    private String mark(String id, Visitor visitor) {
        return NostalgicKeys.COUNTER_VISIT.key(id, HASHES.on(visitor, today())).name();
    }

    private static Visitor browser(int number) {
        return new Visitor(ALICE.address(), "Browser/" + number);
    }

    /** The documented key alone says that a visitor was counted, whatever became of the list beside it. */
    @Test
    void theMarkCountsWithoutTheList() {
        String id = counter();
        counters().visit(id, ALICE);
        store().commit(Batch.builder().delete(marks(Kind.COUNTER, id)).build());
        assertThat(repeated(counters().visit(id, ALICE)).total()).isEqualTo(1);
    }

    @Test
    void visitAndViewCostOneRoundTripOnceTheDaysAreKnown() {
        String id = counter();
        FaultyStore counting = FaultyStore.counting(store());
        Counters counters = counters(counting, ZoneOffset.UTC);
        counters.visit(id, ALICE);
        assertThat(counting.trips()).isEqualTo(2);
        counters.visit(id, ALICE);
        counters.visit(id, BOB);
        counters.view(id);
        assertThat(counting.trips()).isEqualTo(5);
        clock.advance(Duration.ofSeconds(61));
        counters.view(id);
        assertThat(counting.trips()).isEqualTo(6);
    }

    @Test
    void weekAndMonthRollOverTheLastDays() {
        String id = counter();
        Counters counters = counters();
        for (int day = 0; day < 35; day++) {
            for (int i = 0; i <= day % 3; i++) {
                counters.visit(id, visitor(i));
            }
            clock.advance(Duration.ofDays(1));
        }
        clock.advance(Duration.ofDays(-1));
        int[] visits = new int[35];
        for (int day = 0; day < 35; day++) {
            visits[day] = day % 3 + 1;
        }
        Counts counts = counters.view(id).orElseThrow().counts();
        assertThat(counts.today()).isEqualTo(visits[34]);
        assertThat(counts.yesterday()).isEqualTo(visits[33]);
        assertThat(counts.week()).isEqualTo(sum(visits, 7));
        assertThat(counts.month()).isEqualTo(sum(visits, 30));
        assertThat(counts.total()).isEqualTo(sum(visits, 35));
        assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(counts);
        assertThat(counters().views(List.of("none-00000000", id, id)))
                .hasSize(1)
                .allSatisfy((name, view) -> assertThat(view.counts()).isEqualTo(counts));
    }

    private static long sum(int[] visits, int last) {
        long sum = 0;
        for (int i = visits.length - last; i < visits.length; i++) {
            sum += visits[i];
        }
        return sum;
    }

    @Test
    void theOwnerSetsTheTotalAndSettingsAndTheRestStays() {
        SiteUrl url = address();
        String id = created(Kind.COUNTER, url).id();
        counters().visit(id, ALICE);
        assertThat(counters()
                        .set(owned(Kind.COUNTER, url), 12_345)
                        .orElseThrow()
                        .counts())
                .isEqualTo(new Counts(12_345, 1, 0, 1, 1));
        assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(12_345);
        Document webhook = Service.withWebhook(Document.empty(), "https://hooks.example.org/1");
        assertThat(counters()
                        .change(owned(Kind.COUNTER, url), webhook)
                        .orElseThrow()
                        .service()
                        .webhook())
                .hasValue("https://hooks.example.org/1");
        assertThat(counted(counters().visit(id, BOB)).total()).isEqualTo(12_346);
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("counter.increment");
            assertThat(event.details().number("total")).hasValue(12_346);
        });
        counters().visit(id, BOB);
        counters().change(owned(Kind.COUNTER, url), Service.withWebhook(Document.empty(), ""));
        counters().visit(id, visitor(3));
        assertThat(events).hasSize(1);
    }

    @Test
    void deletingLeavesNoKeyAndTheNextBeginsAtZero() {
        SiteUrl url = address();
        String id = created(Kind.COUNTER, url).id();
        Counters same = counters();
        for (int day = 0; day < 3; day++) {
            same.visit(id, ALICE);
            same.visit(id, BOB);
            turnDay(Kind.COUNTER, id, ALICE, BOB);
        }
        same.visit(id, ALICE);
        Ownership.Owned owned = owned(Kind.COUNTER, url);
        assertThat(same.services().delete(owned)).isTrue();
        assertNothingLeft(Kind.COUNTER, url);
        assertThat(same.visit(id, ALICE)).isInstanceOf(Visit.Unknown.class);
        assertThat(same.view(id)).isEmpty();
        assertThat(same.services().delete(owned)).isFalse();
        assertThat(same.services().owned(url, TOKEN)).isInstanceOf(Ownership.NoService.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(created(Kind.COUNTER, url).id()).isEqualTo(id);
        assertThat(same.view(id).orElseThrow().counts()).isEqualTo(new Counts(0, 0, 0, 0, 0));
        assertThat(counted(same.visit(id, ALICE))).isEqualTo(new Counts(1, 1, 0, 1, 1));
        assertThat(same.set(owned, 7)).isEmpty();
    }

    /** More days than one batch can hold, from the time when days were kept for ever. */
    @Test
    void aCounterOfManyYearsIsDeletedWhole() {
        SiteUrl url = address();
        String id = created(Kind.COUNTER, url).id();
        LocalDate first = today().minusDays(2500);
        String text = text(record(id)).orElseThrow();
        Instant created = first.atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC);
        Batch.Builder batch = Batch.builder()
                .put(record(id), text.replace(Iso.text(clock.instant()), Iso.text(created)), Expiry.never());
        for (int day : List.of(-1, 0, 1, 400, 1000, 1500, 1501, 2000, 2499, 2500, 2501)) {
            batch.put(NostalgicKeys.COUNTER_DAILY.key(id, first.plusDays(day).toString()), "3", Expiry.never());
        }
        store().commit(batch.build());
        int calls = deletionCalls(url);
        for (int call = 1; call <= calls; call++) {
            deleteFailing(url, call);
            services(Kind.COUNTER, store()).owned(url, TOKEN);
            boolean there = counters().view(id).isPresent();
            assertThat(keys(Kind.COUNTER, id).isEmpty()).isEqualTo(!there);
            if (!there) {
                break;
            }
        }
        assertNothingLeft(Kind.COUNTER, url);
    }

    private int deletionCalls(SiteUrl url) {
        Creation sample = create(Kind.COUNTER, store(), address(), TOKEN);
        FaultyStore counting = FaultyStore.counting(store());
        Service service = ((Creation.Created) sample).service();
        services(Kind.COUNTER, counting).delete(service);
        return counting.calls() + 3;
    }

    private void deleteFailing(SiteUrl url, int call) {
        Store faulty = FaultyStore.failing(store(), FaultyStore.Fault.KILLED_AFTER, call);
        services(Kind.COUNTER, store()).find(url).ifPresent(service -> {
            try {
                services(Kind.COUNTER, faulty).delete(service);
            } catch (dev.yorozu.store.StoreException killed) {
                assertThat(killed).isNotNull();
            }
        });
    }

    @Test
    void whatIsNoCounterCountsNothing() {
        String id = counter();
        for (String damaged : List.of("{}", "[]", "no JSON", "{\"service\":\"like\",\"id\":\"" + id + "\"}")) {
            store().commit(Batch.builder()
                    .put(record(id), damaged, Expiry.never())
                    .build());
            assertThat(counters().visit(id, ALICE)).isInstanceOf(Visit.Unknown.class);
            assertThat(counters().view(id)).isEmpty();
            assertThat(text(record(id))).hasValue(damaged);
            assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("0");
        }
        store().commit(Batch.builder().delete(record(id)).build());
        store().commit(Batch.builder().setAdd(record(id), Bytes.of("x")).build());
        assertThat(counters().visit(id, ALICE)).isInstanceOf(Visit.Unknown.class);
        assertThat(counters().view(id)).isEmpty();
        assertThat(counters().visit("no name at all", ALICE)).isInstanceOf(Visit.Unknown.class);
        assertThat(counters().visit("site-00000000", ALICE)).isInstanceOf(Visit.Unknown.class);
    }
}
