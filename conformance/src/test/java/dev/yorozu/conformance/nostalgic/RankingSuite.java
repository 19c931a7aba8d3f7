package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.RankingChange;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the tests of rankings share. */
abstract class RankingSuite extends ServiceSuite {
    RankingSuite() {
        super(Kind.RANKING);
    }

    @Override
    Services services() {
        return rankings().services();
    }

    Rankings rankings() {
        return rankings(store());
    }

    Rankings rankings(Store store) {
        return new Rankings(store, RankingPolicy.STANDARD, HASHES, QuickPasswords.SET, events::add, clock);
    }

    String created(int maxEntries, Order order) {
        return created(new RankingSettings(Optional.empty(), maxEntries, order), Document.empty());
    }

    String created(RankingSettings settings, Document more) {
        Creation creation = rankings().create(url, TOKEN, settings, more);
        assertThat(creation).isInstanceOf(Creation.Created.class);
        return ((Creation.Created) creation).service().id();
    }

    Submission submit(String id, Visitor visitor, String name, long score) {
        return submit(rankings(), id, visitor, name, score);
    }

    /** Submits a score that is shown so that one sees which one it is. */
    static Submission submit(Rankings rankings, String id, Visitor visitor, String name, long score) {
        return rankings.submit(id, visitor, name, score, Optional.of(shown(score)), 10);
    }

    static String shown(long score) {
        return score + " pts";
    }

    void placed(String id, int visitor, String name, long score) {
        assertThat(submit(id, visitor(visitor), name, score)).isInstanceOf(Submission.Placed.class);
    }

    static RankingChange change(Optional<String> title, Optional<Integer> max, Optional<Order> order) {
        return new RankingChange(title, max, order, Document.empty());
    }

    static String member(String name) {
        return name + ":" + Digests.hex(name).substring(0, 8);
    }

    List<Entry> entries(String id) {
        return rankings().view(id, 100).orElseThrow().entries();
    }

    /** Names and scores as they are shown, best first. */
    List<String> table(String id) {
        return entries(id).stream()
                .map(entry -> entry.name() + " " + entry.score())
                .toList();
    }

    List<Ranked> scores(String id) {
        return store().ranks(NostalgicKeys.RANKING_SCORES.key(id), Order.RISING, 0, -1);
    }

    /** Asserts that entries, details and the record agree, once all is quiet. */
    void assertSound(String id) {
        Map<String, String> expected = new TreeMap<>();
        for (Ranked each : scores(id)) {
            expected.put(each.member().text(), shown(Math.round(each.score())));
        }
        Map<String, String> details = new TreeMap<>();
        for (Map.Entry<Bytes, Bytes> each :
                store().fields(NostalgicKeys.RANKING_DETAILS.key(id)).entrySet()) {
            Document document = Document.parse(each.getValue()).orElseThrow();
            details.put(each.getKey().text(), document.text("displayScore").orElseThrow());
        }
        assertThat(details).isEqualTo(expected);
        assertThat(record(id).number("totalEntries")).hasValue(expected.size());
        assertThat((long) expected.size())
                .isLessThanOrEqualTo(record(id).number("maxEntries").orElseThrow());
    }
}
