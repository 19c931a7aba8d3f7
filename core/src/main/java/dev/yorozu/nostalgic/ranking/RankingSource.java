package dev.yorozu.nostalgic.ranking;

import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a ranking as it lies in the store.
 *
 * @param start the place of the first of them, counted from 0
 * @param page those that are shown
 * @param details of each of them
 * @param size how many there are in all
 */
record RankingSource(Ranking ranking, long start, List<Ranked> page, List<Optional<Bytes>> details, long size)
        implements Source<RankingView> {
    RankingSource {
        page = List.copyOf(page);
        details = List.copyOf(details);
    }

    @Override
    public RankingView view() {
        List<Entry> entries = new ArrayList<>(page.size());
        for (int i = 0; i < page.size(); i++) {
            entries.add(entry(
                    start + i + 1,
                    page.get(i),
                    details.get(i).map(Details::parse).orElse(Details.NONE)));
        }
        return new RankingView(ranking.service(), ranking.settings(), entries, Math.min(size, ranking.maxEntries()));
    }

    private static Entry entry(long rank, Ranked ranked, Details details) {
        long score = Math.round(ranked.score());
        return new Entry(
                rank,
                details.nameOf(new Member(ranked.member())),
                score,
                details.displayScore().orElse(Long.toString(score)),
                details.createdAt());
    }
}
