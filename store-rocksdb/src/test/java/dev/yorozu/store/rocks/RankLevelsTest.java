package dev.yorozu.store.rocks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Changes the levels of a small sorted set in which every second node is one of the next level too, so that neighbours are high
 * at once, which among thousands of members is rare. What is settled is held against a count of the members.
 */
class RankLevelsTest {
    private static final int SCORES = 40;

    /** Members in order, with their heights; and the nodes of each level, with their spans, as a database would hold them. */
    private final TreeMap<byte[], Integer> members = new TreeMap<>(Arrays::compareUnsigned);

    private final TreeMap<byte[], byte[]> stored = new TreeMap<>(Arrays::compareUnsigned);
    private RankTree tree = new RankTree(1, 0, weight -> {});

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40})
    void whatIsSettledCountsTheMembers(int changesBetweenEvictions) {
        Random random = new Random(changesBetweenEvictions);
        for (int i = 0; i < 20_000; i++) {
            byte[] place = ElementKey.place(random.nextInt(SCORES), Bytes.of("m"));
            if (members.containsKey(place)) {
                remove(place);
            } else {
                insert(place, Math.min(RankIndex.HIGHEST, Long.numberOfTrailingZeros(random.nextLong())));
            }
            if (random.nextInt(changesBetweenEvictions) == 0) {
                tree.settle(sink);
                requireCounted();
                tree = new RankTree(1, tree.levels(), weight -> {});
            }
        }
    }

    private void insert(byte[] place, int height) {
        tree.insert(place, height, members.size(), new Model(place));
        members.put(place, height);
    }

    private void remove(byte[] place) {
        int height = tree.remove(place, members.size(), new Model(place));
        assertThat(members.remove(place)).isEqualTo(height);
        for (int level = 1; level <= height; level++) {
            stored.remove(ElementKey.node(1, level, place));
        }
    }

    private void requireCounted() {
        TreeMap<byte[], Long> counted = new TreeMap<>(Arrays::compareUnsigned);
        for (int level = 1; level <= tree.levels(); level++) {
            byte[] last = RankNode.HEAD;
            long span = 0;
            for (byte[] place : members.keySet()) {
                if (members.get(place) >= level) {
                    counted.put(ElementKey.node(1, level, last), span);
                    last = place;
                    span = 0;
                }
                span++;
            }
            counted.put(ElementKey.node(1, level, last), span);
        }
        assertThat(stored).hasSameSizeAs(counted);
        counted.forEach((node, span) -> assertThat(span(node)).isEqualTo(span));
    }

    private long span(byte[] node) {
        return BigEndian.at(requireNonNull(stored.get(node)), 0);
    }

    private final ElementSink sink = new ElementSink() {
        @Override
        public void putElement(byte[] key, byte[] value) {
            stored.put(key, value);
        }

        @Override
        public void deleteElement(byte[] key) {
            stored.remove(key);
        }
    };

    /** Answers from what is stored, as the engine would. */
    private final class Model implements RankTree.Source {
        private final byte[] changed;

        private Model(byte[] changed) {
            this.changed = changed;
        }

        @Override
        public List<RankNode> page(int level, byte[] place, byte @Nullable [] end) {
            byte[] to = end == null ? ElementKey.afterNodes(1, level) : ElementKey.node(1, level, end);
            byte[] first = ElementKey.node(1, level, place);
            List<RankNode> page = new ArrayList<>();
            page.add(RankNode.found(level, place, span(first)));
            stored.tailMap(first, false).forEach((key, span) -> {
                if (Arrays.compareUnsigned(key, to) < 0) {
                    page.add(RankNode.found(level, ElementKey.placeOf(key, key.length), BigEndian.at(span, 0)));
                }
            });
            return page;
        }

        @Override
        public long countFrom(byte[] place) {
            return members.subMap(place, changed).size();
        }
    }
}
