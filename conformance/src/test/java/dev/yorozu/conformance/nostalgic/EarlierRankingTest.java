package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.date.Iso;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Order;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rankings that the platform's earlier program made: random ids, names more than once, no details. */
@OnEveryStore(costly = true)
final class EarlierRankingTest extends RankingSuite {
    /** @param entries so many for each of the names n0, n1, …, the last of them the best: 10, 11, … */
    private String earlier(int names, int entries, int maxEntries) {
        String id = ServiceId.of(url);
        store().commit(Batch.builder()
                .rankAdd(NostalgicKeys.RANKING.index().key(), Bytes.of(id), NOON.toEpochMilli())
                .build());
        store().commit(Batch.builder()
                .put(NostalgicKeys.RANKING.mapping().key(SiteUrl.encode(url.text())), id, Expiry.never())
                .build());
        String hash = Digests.hex(TOKEN);
        store().commit(Batch.builder()
                .put(
                        NostalgicKeys.RANKING.service().key(id),
                        "{\"service\":\"ranking\",\"id\":\"" + id + "\",\"url\":\"" + url.text() + "\",\"created\":\""
                                + Iso.text(NOON) + "\",\"lastSubmit\":null,\"totalEntries\":" + names * entries
                                + ",\"maxEntries\":" + maxEntries + ",\"owner\":\"" + hash + "\"}",
                        Expiry.never())
                .put(NostalgicKeys.RANKING.ownerToken().key(id), hash, Expiry.never())
                .build());
        for (int entry = 0; entry < entries; entry++) {
            Batch.Builder batch = Batch.builder();
            for (int name = 0; name < names; name++) {
                batch.rankAdd(
                        NostalgicKeys.RANKING_SCORES.key(id),
                        Bytes.of("n" + name + ":"
                                + Digests.hex(entry + "/" + name).substring(0, 9)),
                        name * 100 + 10 + entry);
            }
            store().commit(batch.build());
        }
        return id;
    }

    private void assertUnique(String id, int names, int entries) {
        assertThat(scores(id)).allMatch(each -> each.member().text().matches("n\\d+:[0-9a-f]{8}|new:.*"));
        for (int name = 0; name < names; name++) {
            assertThat(rankings().rankOf(id, "n" + name, 0).orElseThrow().own().score())
                    .isEqualTo(name * 100 + 10 + entries - 1);
        }
        assertThat(record(id).number("totalEntries")).hasValue(scores(id).size());
    }

    @Test
    void itIsShownAsItIsUntilItIsChanged() {
        String id = earlier(2, 2, 10);
        assertThat(entries(id))
                .containsExactly(
                        new Entry(1, "n1", 111, "111", Optional.empty()),
                        new Entry(2, "n1", 110, "110", Optional.empty()),
                        new Entry(3, "n0", 11, "11", Optional.empty()),
                        new Entry(4, "n0", 10, "10", Optional.empty()));
        assertThat(rankings().rankOf(id, "n0", 1).orElseThrow().own().rank()).isEqualTo(3);
        assertThat(keys(id)).containsExactly("", ":owner", ":scores");
    }

    @Test
    void anEntryGivesEachNameTheBestItHas() {
        String id = earlier(900, 2, 10_000);
        assertThat(submit(id, ALICE, "n0", 11)).isInstanceOf(Submission.Unchanged.class);
        assertThat(isMarked(id, ALICE)).isFalse();
        assertThat(scores(id)).hasSize(900);
        assertUnique(id, 20, 2);
        placed(id, 1, "new", 5);
        assertThat(record(id).number("totalEntries")).hasValue(901);
    }

    @Test
    void whatIsTooManyGoesAndTheOwnerCanChangeIt() {
        String id = earlier(5, 3, 3);
        assertThat(rankings().remove(owned(), "n4").orElseThrow().totalEntries())
                .isEqualTo(2);
        assertThat(table(id)).containsExactly("n3 312", "n2 212");
        rankings().change(owned(), change(Optional.of("T"), Optional.of(1), Optional.empty()));
        assertThat(table(id)).containsExactly("n3 312");
        assertThat(rankings().view(id, 1).orElseThrow().settings().title()).hasValue("T");
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
    }

    @Test
    void whatACrashLeftIsGoneOnWith() {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                String id = earlier(3, 3, 10);
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    submit(rankings(faulty), id, ALICE, "new", 1);
                } catch (StoreException cutOff) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                reached = faulty.calls() >= call;
                submit(id, BOB, "new", 1);
                assertUnique(id, 3, 3);
                assertThat(scores(id)).hasSize(4);
                services().delete(owned());
            }
        }
    }

    /** A name that was taken out once the names were made unique does not come back by one who is still at it. */
    @Test
    void whatWasRemovedMeanwhileStaysRemoved() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = earlier(3, 3, 10);
            FaultyStore store =
                    FaultyStore.meanwhile(store(), call, () -> rankings().remove(owned(), "n1"));
            submit(rankings(store), id, ALICE, "new", 1);
            reached = store.calls() >= call;
            assertThat(table(id))
                    .isEqualTo(
                            reached
                                    ? List.of("n2 212", "n0 12", "new 1")
                                    : List.of("n2 212", "n1 112", "n0 12", "new 1"));
            services().delete(owned());
        }
    }

    @Test
    void manyAtOnceDoItOnce() throws Exception {
        String id = earlier(450, 2, 10_000);
        Rankings rankings = rankings();
        Race.of(8, number -> submit(rankings, id, visitor(number), "new" + number, 1_000_000 + number));
        assertThat(scores(id)).hasSize(458);
        assertThat(record(id).number("totalEntries")).hasValue(458);
        assertThat(record(id).text("uniqueBy")).hasValue("name");
    }

    @Test
    void whereTheLowestIsBestTheLowestIsKept() {
        String id = earlier(2, 3, 10);
        rankings().change(owned(), change(Optional.empty(), Optional.empty(), Optional.of(Order.RISING)));
        // The change was the first; until then the highest was the best.
        assertThat(table(id)).containsExactly("n0 12", "n1 112");
    }
}
