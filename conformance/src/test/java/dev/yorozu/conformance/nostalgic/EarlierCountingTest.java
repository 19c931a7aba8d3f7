package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.like.Toggle;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters and likes as the earlier program really left them. */
@OnEveryStore
final class EarlierCountingTest extends CountingSuite {
    private EarlierProgram program() {
        return new EarlierProgram(store(), TOKEN);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private void assertDocumented(Kind kind, SiteUrl url, String id) {
        Document record = record(kind, id);
        assertThat(record.text("service")).hasValue(kind.id());
        assertThat(record.text("created")).hasValue(EarlierProgram.CREATED);
        assertThat(record.document("settings").orElseThrow().text("webhookUrl")).isPresent();
        assertThat(record.has("webhookUrl")).isFalse();
        assertThat(record.text("owner")).isEqualTo(text(kind.keys().ownerToken().key(id)));
        assertThat(indexed(kind, id)).isTrue();
        assertThat(mapped(kind, url)).hasValue(id);
    }

    @Test
    void aCounterGoesOnWithItsCounts() throws Exception {
        SiteUrl url = address();
        String id = program().counter(url, 41);
        program().day(id, today().minusDays(1), 4);
        program().day(id, today().minusDays(430), 9);
        assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(41, 0, 4, 4, 4));
        assertDocumented(Kind.COUNTER, url, id);
        assertThat(text(NostalgicKeys.COUNTER.ownerToken().key(id))).hasValue(Digests.hex(TOKEN));
        for (int ago : List.of(1, 430)) {
            Key day = NostalgicKeys.COUNTER_DAILY.key(id, today().minusDays(ago).toString());
            assertThat(store().remaining(day).orElseThrow()).isInstanceOf(Life.Ends.class);
        }
        var counters = counters();
        Race.of(20, i -> counted(counters.visit(id, visitor(i))));
        assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(61, 20, 4, 24, 24));
        assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(61);
    }

    @Test
    void manyAtOnceTakeACounterOverOnce() throws Exception {
        String id = program().counter(address(), 100);
        var counters = counters();
        Race.of(16, i -> counted(counters.visit(id, visitor(i))));
        assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("116");
        assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(116);
    }

    @Test
    void whomTheEarlierProgramCountedTodayIsNotCountedAgain() {
        String id = program().counter(address(), 41);
        program().visited(id, ALICE, today());
        assertThat(repeated(counters().visit(id, ALICE)).total()).isEqualTo(41);
        assertThat(counted(counters().visit(id, BOB)).total()).isEqualTo(42);
        clock.advance(Duration.ofDays(2));
        assertThat(counted(counters().visit(id, ALICE)).total()).isEqualTo(43);
    }

    @Test
    void aButtonGoesOnWithItsLikesAndWhoLikesIt() {
        SiteUrl url = address();
        String id = program().like(url, 7);
        program().liked(id, ALICE, today(), true);
        program().liked(id, BOB, today(), false);
        assertThat(likes().view(id, ALICE).orElseThrow().liked()).isTrue();
        assertDocumented(Kind.LIKE, url, id);
        assertThat(likes().view(id, BOB).orElseThrow().liked()).isFalse();
        LikeView taken = toggled(likes().toggle(id, ALICE));
        assertThat(taken.total()).isEqualTo(6);
        assertThat(taken.liked()).isFalse();
        assertThat(likes().view(id, ALICE).orElseThrow().liked()).isFalse();
        assertThat(toggled(likes().toggle(id, ALICE)).total()).isEqualTo(7);
        assertThat(toggled(likes().toggle(id, BOB)).total()).isEqualTo(8);
    }

    @Test
    void aPressMayBeTheFirstThatHappensToAButton() throws Exception {
        String id = program().like(address(), 7);
        Likes likes = likes();
        Race.of(12, i -> toggled(likes.toggle(id, visitor(i))));
        assertThat(text(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue("19");
        assertThat(record(Kind.LIKE, id).number("totalLikes")).hasValue(19);
    }

    @Test
    void theOwnerHasTheSameTokenAndNobodyElseHasAny() {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            SiteUrl url = address();
            String id =
                    kind == Kind.COUNTER ? program().counter(url, 5) : program().like(url, 5);
            assertThat(create(kind, store(), url, OTHER_TOKEN)).isInstanceOf(Creation.Refused.class);
            assertThat(services(kind, store()).owned(url, OTHER_TOKEN)).isInstanceOf(Ownership.WrongToken.class);
            Creation again = create(kind, store(), url, TOKEN);
            assertThat(again).isInstanceOf(Creation.Existed.class);
            assertThat(((Creation.Existed) again).service().id()).isEqualTo(id);
            assertWhole(kind, url);
            assertThat(services(kind, store()).delete(owned(kind, url))).isTrue();
            assertNothingLeft(kind, url);
        }
    }

    /** A crash at any call leaves the earlier service or the one that was taken over, and nothing is counted twice. */
    @Test
    void whatACrashLeftIsTakenOverByTheNext() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            SiteUrl url = address();
            String id = program().counter(url, 41);
            FaultyStore faulty = FaultyStore.failing(store(), Fault.KILLED_AFTER, call);
            try {
                counters(faulty, ZoneOffset.UTC).visit(id, ALICE);
            } catch (StoreException cutOff) {
                assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
            }
            reached = faulty.calls() >= call;
            counters().visit(id, ALICE);
            assertThat(counters().view(id).orElseThrow().counts().total()).isEqualTo(42);
            assertDocumented(Kind.COUNTER, url, id);
        }
    }

    @Test
    void aPressOnWhatIsNoButtonWritesNothing() {
        String id = like();
        likes().toggle(id, BOB);
        for (String unknown : List.of("{}", "{\"version\":9}", "{\"service\":\"counter\",\"id\":\"" + id + "\"}")) {
            store().commit(Batch.builder()
                    .put(NostalgicKeys.LIKE.service().key(id), unknown, Expiry.never())
                    .build());
            var keys = keys(Kind.LIKE, id);
            assertThat(likes().toggle(id, ALICE)).isInstanceOf(Toggle.Unknown.class);
            assertThat(text(NostalgicKeys.LIKE.service().key(id))).hasValue(unknown);
            assertThat(text(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue("1");
            assertThat(keys(Kind.LIKE, id)).isEqualTo(keys);
        }
        assertThat(counters().visit(id, ALICE)).isInstanceOf(Visit.Unknown.class);
    }

    /** What lies there is somebody's, also when nobody can read it. */
    @Test
    void nothingIsMadeBesideARecordOfAnUnknownForm() {
        for (String unknown : List.of("{\"version\":9}", "no JSON at all")) {
            for (boolean known : List.of(true, false)) {
                SiteUrl url = address();
                String id = ServiceId.of(url);
                store().commit(Batch.builder()
                        .put(NostalgicKeys.COUNTER.service().key(id), unknown, Expiry.never())
                        .put(NostalgicKeys.COUNTER_TOTAL.key(id), "41", Expiry.never())
                        .build());
                if (known) {
                    store().commit(Batch.builder()
                            .put(NostalgicKeys.COUNTER.mapping().key(SiteUrl.encode(url.text())), id, Expiry.never())
                            .build());
                }
                assertThat(create(Kind.COUNTER, store(), url, TOKEN)).isInstanceOf(Creation.Refused.class);
                assertThat(mapped(Kind.COUNTER, url).isPresent()).isEqualTo(known);
                assertThat(keys(Kind.COUNTER, names(url).getLast())).isEmpty();
                assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("41");
                assertThat(text(NostalgicKeys.COUNTER.service().key(id))).hasValue(unknown);
            }
        }
    }
}
