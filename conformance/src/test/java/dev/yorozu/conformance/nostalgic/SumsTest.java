package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Totals of many services, added up. */
@OnEveryStore
final class SumsTest extends CountingSuite {
    private final String label = "sum" + UUID.randomUUID().toString().substring(0, 8);

    private SiteUrl page(int number) {
        return address("https://" + label + ".example.org/" + number);
    }

    @Test
    void allCountersWithAPrefixAreAddedUp() {
        for (int i = 1; i <= 4; i++) {
            created(Kind.COUNTER, page(i));
            counters().set(owned(Kind.COUNTER, page(i)), i * 100L);
        }
        Counters counters = counters();
        assertThat(counters.sum(label)).isEqualTo(new Sum(label, 1000, 4, true));
        assertThat(counters.sum(label + "-")).isEqualTo(new Sum(label + "-", 1000, 4, true));
        assertThat(counters.sum(label + "x")).isEqualTo(new Sum(label + "x", 0, 0, true));
        created(Kind.COUNTER, page(5));
        counters().set(owned(Kind.COUNTER, page(5)), 7);
        assertThat(counters.services().delete(owned(Kind.COUNTER, page(1)))).isTrue();
        assertThat(counters.sum(label)).isEqualTo(new Sum(label, 900, 3, true));
        clock.advance(Duration.ofSeconds(31));
        assertThat(counters.sum(label)).isEqualTo(new Sum(label, 907, 4, true));
    }

    @Test
    void theNamesAreReadOnceForManySums() {
        created(Kind.LIKE, page(1));
        FaultyStore counting = FaultyStore.counting(store());
        Likes likes = likes(counting, ZoneOffset.UTC);
        likes.sum(label);
        int first = counting.calls();
        likes.sum(label);
        assertThat(counting.calls()).isEqualTo(first + 1);
        assertThat(likes.sum("zzzz-no-such")).isEqualTo(new Sum("zzzz-no-such", 0, 0, true));
        assertThat(counting.calls()).isEqualTo(first + 1);
    }

    /** More names than a page holds, and one that vanishes while they are read. */
    @Test
    void namesOnManyPagesAreAllFound() {
        Key index = NostalgicKeys.LIKE.index().key();
        List<Bytes> members = new ArrayList<>();
        for (int i = 0; i < 2400; i++) {
            members.add(Bytes.of(label + "-" + String.format("%08x", i)));
        }
        for (int start = 0; start < members.size(); start += 800) {
            Batch.Builder batch = Batch.builder();
            members.subList(start, start + 800).forEach(member -> batch.rankAdd(index, member, 5));
            store().commit(batch.build());
        }
        for (int i = 0; i < 3; i++) {
            created(Kind.LIKE, page(i));
            likes().set(owned(Kind.LIKE, page(i)), 10, ALICE);
        }
        try {
            AtomicInteger removed = new AtomicInteger();
            FaultyStore meanwhile = FaultyStore.meanwhile(store(), 2, () -> {
                store().commit(Batch.builder()
                        .rankRemove(index, members.getFirst())
                        .build());
                removed.incrementAndGet();
            });
            assertThat(likes(meanwhile, ZoneOffset.UTC).sum(label)).isEqualTo(new Sum(label, 30, 3, true));
            assertThat(removed).hasValue(1);
        } finally {
            for (int start = 0; start < members.size(); start += 800) {
                store().commit(Batch.builder()
                        .write(new Write.RankRemove(index, members.subList(start, start + 800)))
                        .build());
            }
        }
    }
}
