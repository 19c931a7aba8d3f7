package dev.yorozu.conformance.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.NamedLikes;
import dev.yorozu.NamedLikes.Likes;
import dev.yorozu.NamedRankings;
import dev.yorozu.NamedRankings.Entry;
import dev.yorozu.Yorozu;
import dev.yorozu.app.RankingRule;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.testkit.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Likes and rankings of an app's own ids. */
@OnEveryStore
final class LikesAndRankingsTest extends Suite {
    private static final int THREADS = 8;

    private final String own = UUID.randomUUID() + " any id";

    private Yorozu yorozu() {
        return Yorozu.builder(store()).clock(clock()).open();
    }

    private NamedRankings rankings(Order order, int most, boolean bestOnly) {
        return yorozu().rankings("games", "laps", new RankingRule(order, most, bestOnly));
    }

    @Test
    void aVisitorLikesAnIdOnce() {
        NamedLikes likes = yorozu().likes("photos");
        assertThat(likes.get(own, "hanako")).isEqualTo(new Likes(false, false, 0));
        assertThat(likes.like(own, "hanako")).isEqualTo(new Likes(true, true, 1));
        assertThat(likes.like(own, "hanako")).isEqualTo(new Likes(true, false, 1));
        assertThat(likes.toggle(own, "taro")).isEqualTo(new Likes(true, true, 2));
        assertThat(likes.toggle(own, "taro")).isEqualTo(new Likes(false, true, 1));
        assertThat(likes.unlike(own, "taro")).isEqualTo(new Likes(false, false, 1));
        assertThat(likes.get(own, "hanako").liked()).isTrue();
        assertThat(yorozu().likes("other").count(own)).isZero();
        assertThat(likes.delete(own)).isTrue();
        assertThat(likes.delete(own)).isFalse();
        assertThat(likes.count(own)).isZero();
    }

    @Test
    void anIdHasAsManyLikesAsItMay() throws Exception {
        NamedLikes likes = yorozu().likes("photos", chosen -> chosen.most(5));
        AtomicInteger visitor = new AtomicInteger();
        List<Likes> asked = Race.run(THREADS, () -> likes.like(own, "visitor " + visitor.incrementAndGet()));
        assertThat(asked).filteredOn(Likes::changed).hasSize(5);
        assertThat(asked).allMatch(each -> each.liked() == each.changed());
        assertThat(likes.count(own)).isEqualTo(5);
    }

    @Test
    void ofAllLikesOfOneVisitorOneCounts() throws Exception {
        NamedLikes likes = yorozu().likes("photos");
        assertThat(Race.run(THREADS, () -> likes.like(own, "hanako")))
                .filteredOn(Likes::changed)
                .hasSize(1);
        assertThat(likes.count(own)).isEqualTo(1);
        assertThat(Race.run(THREADS, () -> likes.unlike(own, "hanako")))
                .filteredOn(Likes::changed)
                .hasSize(1);
        assertThat(Race.run(THREADS + 1, () -> likes.toggle(own, "hanako")))
                .allMatch(Likes::changed)
                .filteredOn(Likes::liked)
                .hasSize(THREADS / 2 + 1);
        assertThat(likes.get(own, "hanako")).isEqualTo(new Likes(true, false, 1));
    }

    private List<String> table(NamedRankings rankings) {
        return rankings.page(own, 100).items().stream()
                .map(entry -> entry.rank() + " " + entry.name() + " " + entry.score())
                .toList();
    }

    @Test
    void aNameKeepsItsBestScore() {
        NamedRankings highest = rankings(Order.FALLING, 100, true);
        assertThat(highest.submit(own, "花子", 10)).isTrue();
        assertThat(highest.submit(own, "taro", 20)).isTrue();
        assertThat(highest.submit(own, "花子", 5)).isFalse();
        assertThat(highest.submit(own, "花子", 30)).isTrue();
        assertThat(table(highest)).containsExactly("1 花子 30", "2 taro 20");
        assertThat(highest.find(own, "taro")).contains(new Entry(2, "taro", 20, clock().instant()));
        assertThat(highest.find(own, "jiro")).isEmpty();
        assertThat(highest.size(own)).isEqualTo(2);

        NamedRankings latest = rankings(Order.RISING, 100, false);
        assertThat(table(latest)).containsExactly("1 taro 20", "2 花子 30");
        assertThat(latest.submit(own, "taro", 40)).isTrue();
        assertThat(table(latest)).containsExactly("1 花子 30", "2 taro 40");
        assertThat(latest.remove(own, "花子")).isTrue();
        assertThat(latest.remove(own, "花子")).isFalse();
        assertThat(latest.delete(own)).isTrue();
        assertThat(table(latest)).isEmpty();
    }

    @Test
    void whateverTheOrderTheBestAreKeptWithTheirDetails() throws Exception {
        NamedRankings best = rankings(Order.FALLING, 3, true);
        AtomicInteger number = new AtomicInteger();
        Race.run(THREADS, () -> {
            int own = number.incrementAndGet();
            return best.submit(this.own, "name " + own, own * 10L);
        });
        assertThat(table(best)).containsExactly("1 name 8 80", "2 name 7 70", "3 name 6 60");
        assertThat(best.submit(own, "late", 50)).isFalse();
        assertThat(store().read(new Read.Size(AppKeys.RANKING_DETAILS.key("games", "laps", own))))
                .isEqualTo(3);

        NamedRankings fewer = rankings(Order.FALLING, 2, true);
        assertThat(table(fewer)).containsExactly("1 name 8 80", "2 name 7 70");
        assertThat(fewer.find(own, "name 6")).isEmpty();
        assertThat(fewer.size(own)).isEqualTo(2);
        assertThat(fewer.page(own, 2).next()).isEmpty();
    }

    @Test
    void aRankingIsPagedThroughWhateverChanges() {
        NamedRankings rankings = rankings(Order.FALLING, 100, true);
        for (int i = 1; i <= 7; i++) {
            rankings.submit(own, "name " + i, i);
        }
        List<String> seen = new ArrayList<>();
        Page<Entry> first = rankings.page(own, 3);
        first.items().forEach(entry -> seen.add(entry.rank() + " " + entry.name()));
        rankings.submit(own, "new", 100);
        rankings.remove(own, "name 5");
        Page<Entry> second = rankings.page(own, 3, first.next());
        second.items().forEach(entry -> seen.add(entry.rank() + " " + entry.name()));
        Page<Entry> third = rankings.page(own, 3, second.next());
        third.items().forEach(entry -> seen.add(entry.rank() + " " + entry.name()));
        assertThat(seen)
                .containsExactly("1 name 7", "2 name 6", "3 name 5", "4 name 4", "5 name 3", "6 name 2", "7 name 1");
        assertThat(third.next()).isEmpty();
    }

    @Test
    void aCursorIsReadForItsOwnListAlone() {
        NamedRankings rankings = rankings(Order.FALLING, 100, true);
        rankings.submit(own, "a", 1);
        rankings.submit(own, "b", 2);
        Cursor next = rankings.page(own, 1).next().orElseThrow();
        String text = next.text("one list");
        assertThat(Cursor.parse(text, "one list")).contains(next);
        assertThat(Cursor.parse(text, "another list")).isEmpty();
        assertThat(Cursor.parse(text.substring(1), "one list")).isEmpty();
        assertThat(Cursor.parse("", "one list")).isEmpty();
        assertThat(Cursor.parse("*".repeat(40), "one list")).isEmpty();
        assertThat(rankings.page(own, 10, Optional.of(next)).items())
                .extracting(Entry::name)
                .containsExactly("a");
    }
}
