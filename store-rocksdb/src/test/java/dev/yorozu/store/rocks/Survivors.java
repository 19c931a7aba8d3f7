package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.stream.LongStream;

/** Reads what a {@link CrashWriter} left. */
final class Survivors {
    private Survivors() {}

    /** All commits that survived, in their order. */
    static List<String> order(Store store) {
        return store.slice(CrashWriter.ORDER, 0, -1).stream().map(Bytes::text).toList();
    }

    /** Checks that all traces of a writer's last batch that survived agree, and returns its number. */
    static long consistent(Store store, int writer) {
        long last = store.get(CrashWriter.counter(writer))
                .map(value -> value.number().orElseThrow())
                .orElse(0L);
        if (last == 0) {
            assertThat(store.type(CrashWriter.marker(writer))).isEmpty();
            assertThat(store.type(CrashWriter.ranking(writer))).isEmpty();
            return 0;
        }
        Bytes number = Bytes.of(last);
        assertThat(store.get(CrashWriter.marker(writer))).contains(number);
        assertThat(store.slice(CrashWriter.list(writer), 0, 0)).containsExactly(number);
        assertThat(store.size(CrashWriter.list(writer))).isEqualTo(Math.min(5, last));
        assertThat(store.size(CrashWriter.ranking(writer))).isEqualTo(last);
        assertThat(store.ranks(CrashWriter.ranking(writer), Order.FALLING, -1, -1))
                .singleElement()
                .satisfies(ranked -> assertThat(ranked.member()).isEqualTo(number));
        assertThat(store.read(new Read.RankOf(CrashWriter.ranking(writer), Bytes.of(1), Order.RISING)))
                .hasValue(last - 1);
        requireOrder(store, CrashWriter.turning(writer), last);
        assertThat(store.size(CrashWriter.set(writer, last))).isEqualTo(2);
        assertThat(store.type(CrashWriter.set(writer, last - 1))).isEmpty();
        assertThat(store.type(CrashWriter.set(writer, last + 1))).isEmpty();
        return last;
    }

    /** Those who took the last turns stand in their order, and each is found where it stands. */
    private static void requireOrder(Store store, Key turning, long last) {
        long first = Math.max(1, last - CrashWriter.TURNING + 1);
        List<Bytes> members = LongStream.rangeClosed(first, last)
                .mapToObj(n -> Bytes.of(n % CrashWriter.TURNING))
                .toList();
        assertThat(store.ranks(turning, Order.RISING, 0, -1))
                .extracting(Ranked::member)
                .isEqualTo(members);
        for (int i = 0; i < members.size(); i += 7) {
            assertThat(store.read(new Read.RankOf(turning, members.get(i), Order.RISING)))
                    .hasValue(i);
        }
    }
}
