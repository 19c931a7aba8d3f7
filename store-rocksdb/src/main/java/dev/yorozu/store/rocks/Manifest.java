package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * What a database says of itself.
 *
 * @param seed makes the heights of the {@link RankIndex} unforeseeable
 * @param nextNumber the first number that was not yet given out
 */
record Manifest(long seed, long nextNumber) {
    /**
     * The layout that this version writes. A later one must read it, or say so. In the first each key had an entry of its own in
     * the index of ends; a version that knows no others would drop those of several keys, and never sweep these. Up to the second
     * the levels of sorted sets always agreed with their members; a version that does not know the mark of those that do not
     * would tell wrong positions.
     */
    static final long FORMAT = 3;

    static final byte[] FORMAT_KEY = "format".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SEED_KEY = "seed".getBytes(StandardCharsets.UTF_8);

    /** Reads the manifest; writes the first one of a new database, and into an older one what its layout is from now on. */
    static Manifest of(Engine engine, String directory) {
        byte[] format = engine.find(Family.SYSTEM, FORMAT_KEY);
        if (format == null) {
            return create(engine);
        }
        if (BigEndian.at(format, 0) > FORMAT) {
            throw newer(directory);
        }
        if (BigEndian.at(format, 0) < FORMAT) {
            put(engine, FORMAT_KEY, FORMAT);
        }
        return new Manifest(number(engine, SEED_KEY), number(engine, Numbers.KEY));
    }

    static StoreException.CannotOpen newer(String directory) {
        return new StoreException.CannotOpen(
                "The data in " + directory
                        + " was written by a newer version of Yorozu: run that version, or choose another directory with --data");
    }

    private static Manifest create(Engine engine) {
        Manifest manifest = new Manifest(new SecureRandom().nextLong(), 1);
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(engine.family(Family.SYSTEM), FORMAT_KEY, BigEndian.of(FORMAT));
            batch.put(engine.family(Family.SYSTEM), SEED_KEY, BigEndian.of(manifest.seed()));
            batch.put(engine.family(Family.SYSTEM), Numbers.KEY, BigEndian.of(manifest.nextNumber()));
            engine.database().write(engine.writing(true), batch);
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
        return manifest;
    }

    private static void put(Engine engine, byte[] key, long number) {
        try {
            engine.database().put(engine.family(Family.SYSTEM), engine.writing(true), key, BigEndian.of(number));
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    private static long number(Engine engine, byte[] key) {
        byte[] value = engine.find(Family.SYSTEM, key);
        if (value == null) {
            throw new StoreException.Unavailable("The database has lost a part of its manifest");
        }
        return BigEndian.at(value, 0);
    }
}
