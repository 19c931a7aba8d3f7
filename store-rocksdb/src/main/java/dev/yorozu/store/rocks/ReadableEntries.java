package dev.yorozu.store.rocks;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractTableFilter;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileReader;
import org.rocksdb.TableProperties;

/*
 * The engine stops a walk at a damaged block, and does not say with which key the next one begins. That key is looked for: a
 * seek beyond the block succeeds, one into it fails. Steps of doubling width find the first seek that succeeds, and halving
 * finds the least. Keys count here as numbers, by their first bytes.
 *
 * Other files may hold keys of the same stretch, or what those of the damaged block were before. They are read by a walk that
 * leaves the damaged files out.
 */

/** Walks over what can still be read of a damaged family, around what cannot. */
final class ReadableEntries implements AutoCloseable {
    private static final int WIDTH = 64;

    private final Engine engine;
    private final ReadOptions reading = new ReadOptions().setFillCache(false);
    private final AbstractTableFilter filter;
    private final ReadOptions withoutDamaged = new ReadOptions().setFillCache(false);

    /** @param damaged the files to read around */
    ReadableEntries(Engine engine, Collection<Path> damaged) {
        this.engine = engine;
        List<TableProperties> left =
                damaged.stream().flatMap(ReadableEntries::properties).toList();
        this.filter = new AbstractTableFilter() {
            @Override
            public boolean filter(TableProperties table) {
                return !left.contains(table);
            }
        };
        withoutDamaged.setTableFilter(filter);
    }

    /** What the engine tells a table by; nothing for a file that it cannot open at all. */
    private static Stream<TableProperties> properties(Path file) {
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            return Stream.of(reader.getTableProperties());
        } catch (RocksDBException unreadable) {
            return Stream.empty();
        }
    }

    /** Keys that cannot be read: from the first on, and before the second, if there is one. */
    record Gap(byte[] from, byte @Nullable [] to) {}

    interface Visitor {
        void visit(byte[] key, byte[] value);
    }

    /** Visits what is readable from this key on and before the other, if there is one; returns what is not. */
    List<Gap> each(Family family, byte[] from, byte @Nullable [] to, Visitor visitor) {
        List<Gap> gaps = new ArrayList<>();
        byte[] position = from;
        while (true) {
            try (RocksIterator iterator = iterator(family)) {
                iterator.seek(position);
                while (iterator.isValid()) {
                    byte[] key = iterator.key();
                    if (to != null && Arrays.compareUnsigned(key, to) >= 0) {
                        return gaps;
                    }
                    visitor.visit(key, iterator.value());
                    position = Arrays.copyOf(key, key.length + 1);
                    iterator.next();
                }
                iterator.status();
                return gaps;
            } catch (RocksDBException unreadable) {
                byte @Nullable [] next = beyond(family, position);
                boolean last = next == null || (to != null && Arrays.compareUnsigned(next, to) >= 0);
                Gap gap = new Gap(position, last ? to : next);
                gaps.add(gap);
                fill(family, gap, visitor);
                if (next == null || last) {
                    return gaps;
                }
                position = next;
            }
        }
    }

    /** Visits what other files hold of a stretch. */
    private void fill(Family family, Gap gap, Visitor visitor) {
        try (RocksIterator iterator = engine.database().newIterator(engine.family(family), withoutDamaged)) {
            iterator.seek(gap.from());
            while (iterator.isValid() && (gap.to() == null || Arrays.compareUnsigned(iterator.key(), gap.to()) < 0)) {
                visitor.visit(iterator.key(), iterator.value());
                iterator.next();
            }
        }
    }

    /** The first readable key behind the damage at this position; null when there is none. */
    private byte @Nullable [] beyond(Family family, byte[] position) {
        BigInteger start = number(position);
        BigInteger most = BigInteger.ONE.shiftLeft(8 * WIDTH);
        BigInteger unreadable = BigInteger.ZERO;
        BigInteger step = BigInteger.ONE;
        while (start.add(step).compareTo(most) < 0 && !isReadable(family, start.add(step))) {
            unreadable = step;
            step = step.shiftLeft(1);
        }
        if (start.add(step).compareTo(most) >= 0) {
            return null;
        }
        while (step.subtract(unreadable).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = unreadable.add(step).shiftRight(1);
            if (isReadable(family, start.add(middle))) {
                step = middle;
            } else {
                unreadable = middle;
            }
        }
        try (RocksIterator iterator = iterator(family)) {
            iterator.seek(bytes(start.add(step)));
            return iterator.isValid() ? iterator.key() : null;
        }
    }

    private boolean isReadable(Family family, BigInteger number) {
        try (RocksIterator iterator = iterator(family)) {
            iterator.seek(bytes(number));
            iterator.status();
            return true;
        } catch (RocksDBException e) {
            return false;
        }
    }

    private RocksIterator iterator(Family family) {
        return engine.database().newIterator(engine.family(family), reading);
    }

    private static BigInteger number(byte[] key) {
        return new BigInteger(1, Arrays.copyOf(key, WIDTH));
    }

    private static byte[] bytes(BigInteger number) {
        byte[] digits = number.toByteArray();
        byte[] key = new byte[WIDTH];
        int length = Math.min(digits.length, WIDTH);
        System.arraycopy(digits, digits.length - length, key, WIDTH - length, length);
        return key;
    }

    @Override
    public void close() {
        reading.close();
        withoutDamaged.close();
        filter.close();
    }
}
