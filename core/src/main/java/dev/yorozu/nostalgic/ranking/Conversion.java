package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.Replace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Gives each name one entry, the best it has, in a ranking of the platform's earlier program.
 *
 * <p>Done before the first change, a page at a time, and told in the record by the last step. Each step replaces members
 * by the proper ones of their names, so that at no point a name is missing; a crash leaves some replaced and others not,
 * and whoever comes next goes on. Every step is bound to the record as it was found, and whoever changes the ranking
 * changes the record: so no step comes after a change, and nothing that was removed comes back.
 */
final class Conversion {
    /** Each takes two writes of a batch. */
    private static final int PAGE = 400;

    private final Store store;

    Conversion(Store store) {
        this.store = store;
    }

    /** Does all that is to be done; gives up when the record was changed meanwhile, perhaps by another conversion. */
    void run(Ranking ranking) {
        long start = 0;
        while (true) {
            List<Ranked> page = store.ranks(ranking.scores(), ranking.order(), start, start + PAGE - 1);
            List<Ranked> improper = page.stream()
                    .filter(each -> !new Member(each.member()).isProper())
                    .toList();
            if (!improper.isEmpty()) {
                if (!replace(ranking, improper)) {
                    return;
                }
            } else if (page.size() == PAGE) {
                start += PAGE;
            } else {
                finish(ranking);
                return;
            }
        }
    }

    private static Batch.Builder bound(Ranking ranking) {
        return Batch.builder().require(Guard.equalTo(ranking.key(), ranking.record()));
    }

    private boolean replace(Ranking ranking, List<Ranked> improper) {
        Replace better = ranking.order() == Order.FALLING ? Replace.IF_GREATER : Replace.IF_LESS;
        Batch.Builder batch = bound(ranking);
        for (Ranked each : improper) {
            Bytes proper = Member.of(new Member(each.member()).name()).bytes();
            batch.rankAdd(ranking.scores(), proper, each.score(), better);
        }
        batch.rankRemove(ranking.scores(), improper.stream().map(Ranked::member).toArray(Bytes[]::new));
        return store.apply(batch);
    }

    /** Gives an entry whose member was made of everything in its name the one that all spellings of the name share. */
    void respell(Ranking ranking, Bytes earlier, Candidate candidate) {
        Bytes member = candidate.member().bytes();
        List<Object> found = store.readAll(List.<Read<?>>of(
                new Read.ScoreOf(ranking.scores(), earlier),
                new Read.ScoreOf(ranking.scores(), member),
                new Read.Field(ranking.details(), earlier)));
        double score = ((OptionalDouble) found.get(0)).orElseThrow();
        OptionalDouble other = (OptionalDouble) found.get(1);
        boolean better = other.isEmpty()
                || (ranking.order() == Order.FALLING ? score > other.getAsDouble() : score < other.getAsDouble());
        Batch.Builder batch =
                bound(ranking).rankRemove(ranking.scores(), earlier).hashRemove(ranking.details(), earlier);
        if (better) {
            Details details = ((Optional<?>) found.get(2))
                    .map(json -> Details.parse((Bytes) json))
                    .orElse(Details.NONE);
            batch.rankAdd(ranking.scores(), member, score)
                    .hashPut(
                            ranking.details(),
                            member,
                            details.withName(candidate.name()).bytes());
        }
        store.commit(batch.amend(ranking.key(), Fields.tally(Kind.RANKING.total(), ranking.scores()))
                .build());
    }

    private void finish(Ranking ranking) {
        List<Write.Amend.Change> changes =
                new ArrayList<>(List.of(Ranking.unique(), Fields.tally(Kind.RANKING.total(), ranking.scores())));
        if (!ranking.service().record().has(Service.SETTINGS)) {
            changes.add(Fields.object(Service.SETTINGS, Document.empty()));
        }
        store.commit(bound(ranking)
                .require(ranking.unchanged())
                .put(ranking.metaKey(), ranking.metaWith(ranking.settings()), Expiry.never())
                .rankTrim(ranking.scores(), ranking.order(), ranking.maxEntries())
                .write(new Write.Amend(ranking.key(), changes))
                .build());
    }
}
