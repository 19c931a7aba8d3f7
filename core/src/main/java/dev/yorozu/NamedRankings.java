package dev.yorozu;

import dev.yorozu.app.RankingRule;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.nostalgic.ranking.BestScores;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.page.RankPages;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Rankings by id, of one kind: names by their scores, the best of them kept.
 *
 * <pre>{@code
 * NamedRankings laps = yorozu.rankings("games", "laps", new RankingRule(Order.RISING, 100, true));
 * laps.submit("monza", "hanako", 83_412);
 * laps.page("monza", 10).items().forEach(entry -> out.println(entry.rank() + ". " + entry.name()));
 * }</pre>
 *
 * <p>A score is entered by one batch, which happens only if it is better than what the name has, where the rule says so, and
 * among those that are kept. So whatever the order in which scores come, the best are there in the end. A ranking stays until
 * it is deleted. Where another rule is given, the order is that at once, and what is too many goes with the next score. Safe
 * for use by many threads.
 */
public final class NamedRankings {
    /** Up to here a sorted set, which keeps floating-point numbers, tells all whole numbers apart. */
    public static final long GREATEST_SCORE = 1L << 53;

    private static final String AT = "at";

    private final Context context;
    private final String app;
    private final String kind;
    private final RankingRule rule;

    NamedRankings(Context context, String app, String kind, RankingRule rule) {
        this.context = context;
        this.app = app;
        this.kind = kind;
        this.rule = rule;
    }

    /** @param rank counted from 1 */
    public record Entry(long rank, String name, long score, Instant submittedAt) {}

    /** Enters a score; false when the name has a better one that it keeps, or there are enough that are better. */
    public boolean submit(String id, String name, long score) {
        if (score < -GREATEST_SCORE || score > GREATEST_SCORE) {
            throw new IllegalArgumentException("A score is a whole number between -2^53 and 2^53");
        }
        BestScores best = best(id);
        Bytes member = Bytes.of(name);
        Batch.Builder batch = Batch.builder().require(best.hasPlace(member, score));
        if (rule.bestOnly()) {
            batch.require(best.improves(member, score));
        }
        Bytes detail = Document.empty()
                .with(AT, context.clock().instant().toEpochMilli())
                .bytes();
        best.enter(batch, member, score, detail);
        return context.store().apply(batch);
    }

    /** The first so many. */
    public Page<Entry> page(String id, int limit) {
        return page(id, limit, Optional.empty());
    }

    /** So many behind a cursor. A name whose score changes meanwhile may be in two pages, or in none. */
    public Page<Entry> page(String id, int limit, Optional<Cursor> after) {
        BestScores best = best(id);
        RankPages.Section section = new RankPages(context.store(), best.scores(), best.order()).page(after, limit);
        Page<Entry> page = section.page().map(ranked -> entries(best, section.start(), ranked));
        boolean last = section.start() + limit >= best.places();
        return last ? new Page<>(page.items(), Optional.empty()) : page;
    }

    private List<Entry> entries(BestScores best, long start, List<Ranked> ranked) {
        List<Optional<Bytes>> details = context.store()
                .readAll(ranked.stream()
                        .map(each -> new Read.Field(best.details(), each.member()))
                        .toList());
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < ranked.size() && start + i < best.places(); i++) {
            Ranked each = ranked.get(i);
            entries.add(new Entry(start + i + 1, each.member().text(), (long) each.score(), at(details.get(i))));
        }
        return entries;
    }

    private static Instant at(Optional<Bytes> detail) {
        return Instant.ofEpochMilli(detail.flatMap(Document::parse)
                .map(each -> each.number(AT).orElse(0))
                .orElse(0L));
    }

    /** Where a name stands; empty when it has no place. */
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    public Optional<Entry> find(String id, String name) {
        BestScores best = best(id);
        Bytes member = Bytes.of(name);
        List<Object> found = context.store()
                .readAll(List.of(
                        new Read.RankOf(best.scores(), member, best.order()),
                        new Read.ScoreOf(best.scores(), member),
                        new Read.Field(best.details(), member)));
        OptionalLong place = (OptionalLong) found.get(0);
        OptionalDouble score = (OptionalDouble) found.get(1);
        return place.isEmpty() || score.isEmpty() || place.getAsLong() >= best.places()
                ? Optional.empty()
                : Optional.of(new Entry(
                        place.getAsLong() + 1, name, (long) score.getAsDouble(), at((Optional<Bytes>) found.get(2))));
    }

    /** How many names have a place. */
    public long size(String id) {
        BestScores best = best(id);
        return Math.min(best.places(), context.store().read(new Read.Size(best.scores())));
    }

    /** Takes a name out; true when it was there. */
    public boolean remove(String id, String name) {
        Batch.Builder batch = Batch.builder();
        best(id).remove(batch, Bytes.of(name));
        return ((Commit.Applied) context.store().commit(batch.build())).number(0) > 0;
    }

    /** Forgets a ranking; true when there was one. */
    public boolean delete(String id) {
        BestScores best = best(id);
        Batch batch =
                Batch.builder().delete(best.scores()).delete(best.details()).build();
        return ((Commit.Applied) context.store().commit(batch)).flag(0);
    }

    private BestScores best(String id) {
        return new BestScores(
                AppKeys.RANKING.key(app, kind, id),
                AppKeys.RANKING_DETAILS.key(app, kind, id),
                rule.order(),
                rule.maxEntries());
    }
}
