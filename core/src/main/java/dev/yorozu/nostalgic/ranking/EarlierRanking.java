package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write.Replace;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes rankings of the platform's earlier program over. There every member is a whole name, colons and all, and how a
 * score is shown lies by name in a hash of its own.
 *
 * <p>A step gives some names their proper members and their details, in one batch; who has details was done before, so
 * that a step which is cut off or comes twice changes nothing. The last step puts the record, and with it the limits; it
 * removes nobody, because the earlier program often kept more than it was told to.
 */
final class EarlierRanking implements Earlier.Takeover {
    /** Each takes three elements of a batch. */
    private static final int STEP = 300;

    private final Store store;

    EarlierRanking(Store store) {
        this.store = store;
    }

    @Override
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    public void step(Earlier earlier) {
        String id = earlier.id();
        Key display = NostalgicKeys.EARLIER_DISPLAY_SCORES.key(id);
        List<Object> found = store.readAll(List.of(
                new Read.Get(Ranking.metaKey(id)),
                new Read.Ranks(NostalgicKeys.RANKING_SCORES.key(id), Order.RISING, 0, -1),
                new Read.Fields(NostalgicKeys.RANKING_DETAILS.key(id)),
                new Read.Fields(display)));
        Ranking ranking = new Ranking(earlier.service(), earlier.found(), (Optional<Bytes>) found.get(0));
        Set<Bytes> done = ((Map<Bytes, Bytes>) found.get(2)).keySet();
        List<Ranked> names = ((List<Ranked>) found.get(1))
                .stream().filter(each -> !done.contains(each.member())).toList();
        List<Ranked> some = names.subList(0, Math.min(STEP, names.size()));
        Batch.Builder batch = earlier.bound();
        if (!some.isEmpty()) {
            place(batch, ranking, some, (Map<Bytes, Bytes>) found.get(3));
        }
        if (some.size() == names.size()) {
            Set<Bytes> members = new HashSet<>(done);
            names.forEach(each -> members.add(member(each)));
            finish(batch.delete(display), earlier, ranking, members.size());
        }
        store.commit(batch.build());
    }

    /** The bare names go first: one of them may look like the proper member of another. */
    private static void place(Batch.Builder batch, Ranking ranking, List<Ranked> names, Map<Bytes, Bytes> display) {
        Replace better = ranking.order() == Order.FALLING ? Replace.IF_GREATER : Replace.IF_LESS;
        batch.rankRemove(ranking.scores(), names.stream().map(Ranked::member).toArray(Bytes[]::new));
        for (Ranked each : names) {
            Optional<String> shown =
                    Optional.ofNullable(display.get(each.member())).map(Bytes::text);
            batch.rankAdd(ranking.scores(), member(each), each.score(), better)
                    .hashPut(
                            ranking.details(),
                            member(each),
                            Details.of(each.member().text(), shown, Optional.empty())
                                    .bytes());
        }
    }

    private static Bytes member(Ranked name) {
        return Member.of(name.member().text()).bytes();
    }

    private static void finish(Batch.Builder batch, Earlier earlier, Ranking ranking, int entries) {
        RankingSettings told = ranking.settings();
        int most = Math.clamp(Math.max(told.maxEntries(), entries), 1, RankingSettings.MOST_ENTRIES);
        RankingSettings settings = RankingSettings.lenient(told.title(), most, told.order());
        Document kept = earlier.service()
                .settings()
                .without(Set.of(RankingSettings.TITLE, RankingSettings.MAX_ENTRIES))
                .with(RankingSettings.ORDER, RankingSettings.write(settings.order()));
        Document record = Ranking.unique(earlier.service().record(), most)
                .with(Kind.RANKING.total(), entries)
                .with(Service.SETTINGS, kept);
        batch.require(ranking.unchanged()).put(ranking.metaKey(), ranking.metaWith(settings), Expiry.never());
        earlier.finish(batch, record);
    }
}
