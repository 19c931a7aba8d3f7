package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.store.testkit.Race;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many visitors at once. */
@OnEveryStore(costly = true)
final class CountingRaceTest extends CountingSuite {
    private static final int MANY = 200;

    @Test
    void manyVisitorsAtOnceAreAllCounted() throws Exception {
        String id = counter();
        Counters counters = counters();
        List<Visit> visits = Race.of(MANY, i -> counters.visit(id, visitor(i)));
        assertThat(visits).allMatch(Visit.Counted.class::isInstance);
        assertThat(visits.stream().map(visit -> counted(visit).total()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, MANY).mapToObj(Long::valueOf).toList());
        assertThat(counters.view(id).orElseThrow().counts()).isEqualTo(new Counts(MANY, MANY, 0, MANY, MANY));
        assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(MANY);
        assertThat(store().size(marks(Kind.COUNTER, id))).isEqualTo(2 * MANY);
    }

    @Test
    void oneVisitorManyTimesIsCountedOnce() throws Exception {
        String id = counter();
        Counters counters = counters();
        List<Visit> visits = Race.of(MANY, i -> counters.visit(id, ALICE));
        assertThat(visits.stream().filter(Visit.Counted.class::isInstance)).hasSize(1);
        assertThat(visits.stream().filter(Visit.Repeated.class::isInstance)).hasSize(MANY - 1);
        assertThat(counters.view(id).orElseThrow().counts()).isEqualTo(new Counts(1, 1, 0, 1, 1));
    }

    @Test
    void ofManyBrowsersBehindOneAddressAtOnceExactlySoManyAreCounted() throws Exception {
        String id = counter();
        Counters counters = counters();
        int most = CounterPolicy.DEFAULT.visitsPerAddress();
        List<Visit> visits = Race.of(MANY, i -> counters.visit(id, new Visitor(ALICE.address(), "Browser/" + i)));
        assertThat(visits.stream().filter(Visit.Counted.class::isInstance)).hasSize(most);
        assertThat(visits.stream().filter(Visit.Limited.class::isInstance)).hasSize(MANY - most);
        assertThat(counters.view(id).orElseThrow().counts().total()).isEqualTo(most);
    }

    @Test
    void eachPressOfOneUserCountsWhateverTheOrder() throws Exception {
        String id = like();
        Likes likes = likes();
        List<LikeView> views = Race.of(100, i -> toggled(likes.toggle(id, ALICE)));
        assertThat(views).allMatch(view -> view.total() == (view.liked() ? 1 : 0));
        assertThat(views.stream().filter(LikeView::liked)).hasSize(50);
        assertThat(text(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue("0");
        assertThat(likes.view(id, ALICE).orElseThrow().liked()).isFalse();
        assertThat(toggled(likes.toggle(id, ALICE)).total()).isEqualTo(1);
    }

    /** The owner sets the total to nothing over and over, while users press: it never is less. */
    @Test
    void totalsAreNeverNegative() throws Exception {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        Likes likes = likes();
        var owned = owned(Kind.LIKE, url);
        List<Long> totals = Race.of(60, i -> {
            if (i % 6 == 0) {
                return likes.set(owned, 0, ALICE).orElseThrow().total();
            }
            return toggled(likes.toggle(id, visitor(i % 3))).total();
        });
        assertThat(totals).allMatch(total -> total >= 0);
        assertThat(Long.parseLong(text(NostalgicKeys.LIKE_TOTAL.key(id)).orElseThrow()))
                .isNotNegative();
    }

    /** Who comes too late for a deleted counter is not counted, and leaves nothing behind. */
    @Test
    void visitsDuringADeletionLeaveNothing() throws Exception {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            SiteUrl url = address();
            String id = created(kind, url).id();
            var owned = owned(kind, url);
            Counters counters = counters();
            Likes likes = likes();
            List<Boolean> deleted = Race.of(24, i -> {
                if (i % 12 == 5) {
                    return services(kind, store()).delete(owned);
                }
                if (kind == Kind.COUNTER) {
                    counters.visit(id, visitor(i));
                } else {
                    likes.toggle(id, visitor(i));
                }
                return false;
            });
            assertThat(deleted).containsOnlyOnce(true);
            assertNothingLeft(kind, url);
        }
    }
}
