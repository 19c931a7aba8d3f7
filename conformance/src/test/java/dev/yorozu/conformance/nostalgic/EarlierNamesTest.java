package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rankings as the earlier program really left them: every member is a whole name. */
@OnEveryStore
final class EarlierNamesTest extends RankingSuite {
    private static final String SETTINGS = "{\"title\":\"Laps\",\"maxEntries\":50,\"sortOrder\":\"asc\"}";

    private EarlierProgram program() {
        return new EarlierProgram(store(), TOKEN);
    }

    private String laps() {
        String id = program().ranking(url, 3, SETTINGS);
        program().score(id, "Team: Red", 61_234);
        program().score(id, "Team: Blue", 59_001);
        program().score(id, "花子", 70_000);
        program().shown(id, "Team: Blue", "59.001 s");
        program().shown(id, "gone", "1 s");
        return id;
    }

    private static Entry entry(long rank, String name, long score, String shown) {
        return new Entry(rank, name, score, shown, Optional.empty());
    }

    @Test
    void aRankingGoesOnWithItsNamesScoresTextsAndSettings() {
        String id = laps();
        RankingView view = rankings().view(id, 10).orElseThrow();
        assertThat(view.entries())
                .containsExactly(
                        entry(1, "Team: Blue", 59_001, "59.001 s"),
                        entry(2, "Team: Red", 61_234, "61234"),
                        entry(3, "花子", 70_000, "70000"));
        assertThat(view.settings().title()).hasValue("Laps");
        assertThat(view.settings().maxEntries()).isEqualTo(50);
        assertThat(view.settings().order()).isEqualTo(Order.RISING);
        assertThat(scores(id))
                .allMatch(each -> each.member()
                        .text()
                        .endsWith(":" + unique(name(each.member().text()))));
        assertThat(record(id).text("service")).hasValue("ranking");
        assertThat(record(id).number("totalEntries")).hasValue(3);
        assertThat(keys(id)).containsExactly("", ":details", ":meta", ":owner", ":scores");
        assertThat(store().type(NostalgicKeys.EARLIER_DISPLAY_SCORES.key(id))).isEmpty();
        assertAgree(id);
    }

    private void assertAgree(String id) {
        assertThat(store().fields(NostalgicKeys.RANKING_DETAILS.key(id)).keySet())
                .isEqualTo(scores(id).stream().map(Ranked::member).collect(Collectors.toSet()));
        assertThat(record(id).number("totalEntries")).hasValue(scores(id).size());
    }

    private static String name(String member) {
        return member.substring(0, member.lastIndexOf(':'));
    }

    private static String unique(String name) {
        return Digests.hex(name).substring(0, 8);
    }

    @Test
    void aNameThatLooksLikeAnothersMemberIsAName() {
        String id = program().ranking(url, 2, "{\"maxEntries\":50,\"sortOrder\":\"desc\"}");
        program().score(id, "a", 1);
        program().score(id, "a:" + unique("a"), 2);
        assertThat(table(id)).containsExactly("a:" + unique("a") + " 2", "a 1");
    }

    @Test
    void whatTheFirstVersionsKeptBesideTheOtherFieldsAreSettings() {
        String id = program().ranking(url, 1, "{}");
        store().commit(Batch.builder()
                .put(
                        NostalgicKeys.RANKING.service().key(id),
                        "{\"id\":\"" + id + "\",\"url\":\"" + url + "\",\"created\":\"" + EarlierProgram.CREATED
                                + "\",\"totalEntries\":1,\"maxEntries\":20,\"sortOrder\":\"asc\",\"title\":\"T\"}",
                        Expiry.never())
                .build());
        program().score(id, "n", 5);
        RankingView view = rankings().view(id, 10).orElseThrow();
        assertThat(view.settings().title()).hasValue("T");
        assertThat(view.settings().maxEntries()).isEqualTo(20);
        assertThat(view.settings().order()).isEqualTo(Order.RISING);
        assertThat(view.entries()).containsExactly(entry(1, "n", 5, "5"));
    }

    @Test
    void moreThanItWasToldToKeepAreKept() {
        String id = program().ranking(url, 5, "{\"maxEntries\":3,\"sortOrder\":\"desc\"}");
        for (int i = 0; i < 5; i++) {
            program().score(id, "n" + i, i);
        }
        assertThat(rankings().view(id, 10).orElseThrow().totalEntries()).isEqualTo(5);
        assertThat(submit(id, ALICE, "n4", 9)).isInstanceOf(Submission.Placed.class);
        assertThat(scores(id)).hasSize(5);
    }

    @Test
    void visitorsAndTheOwnerGoOnWhereTheyWere() {
        String id = laps();
        assertThat(submit(id, ALICE, "Team: Red", 62_000)).isInstanceOf(Submission.Unchanged.class);
        assertThat(submit(id, ALICE, "Team: Red", 58_000)).isInstanceOf(Submission.Placed.class);
        assertThat(table(id)).containsExactly("Team: Red 58000", "Team: Blue 59001", "花子 70000");
        assertThat(rankings().remove(owned(), "Team: Blue").orElseThrow().totalEntries())
                .isEqualTo(2);
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
        assertThat(store().type(NostalgicKeys.EARLIER_DISPLAY_SCORES.key(id))).isEmpty();
    }

    /** So many that it takes several steps, cut off behind each. */
    @Test
    void whatACrashLeftIsGoneOnWith() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = many(address(), 350);
            FaultyStore faulty = FaultyStore.failing(store(), Fault.KILLED_AFTER, call);
            try {
                rankings(faulty).view(id, 10);
            } catch (StoreException cutOff) {
                assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
            }
            reached = faulty.calls() >= call;
            assertMany(id, 350);
        }
    }

    @Test
    void manyAtOnceDoItOnce() throws Exception {
        String id = many(address(), 350);
        Race.of(8, number -> rankings().view(id, 10));
        assertMany(id, 350);
    }

    private String many(SiteUrl where, int names) {
        String id = program().ranking(where, names, "{\"maxEntries\":1000,\"sortOrder\":\"desc\"}");
        for (int from = 0; from < names; from += 500) {
            Batch.Builder batch = Batch.builder();
            for (int i = from; i < Math.min(names, from + 500); i++) {
                batch.rankAdd(NostalgicKeys.RANKING_SCORES.key(id), Bytes.of("n:" + i), i);
            }
            store().commit(batch.build());
        }
        program().shown(id, "n:3", "three");
        return id;
    }

    private void assertMany(String id, int names) {
        assertThat(rankings().view(id, 1).orElseThrow().totalEntries()).isEqualTo(names);
        assertThat(rankings().rankOf(id, "n:3", 0).orElseThrow().own().displayScore())
                .isEqualTo("three");
        assertThat(rankings().rankOf(id, "n:3", 0).orElseThrow().own().rank()).isEqualTo(names - 3);
        assertAgree(id);
    }
}
