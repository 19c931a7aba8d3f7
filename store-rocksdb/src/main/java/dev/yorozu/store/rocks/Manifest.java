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
    /** The layout that this version writes. A later one must read it, or say so. */
    static final long FORMAT = 1;

    static final byte[] FORMAT_KEY = "format".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SEED_KEY = "seed".getBytes(StandardCharsets.UTF_8);

    /** Reads the manifest, and writes the first one of a new database. */
    static Manifest of(Engine engine, String directory) {
        byte[] format = engine.find(Family.SYSTEM, FORMAT_KEY);
        if (format == null) {
            return create(engine);
        }
        if (BigEndian.at(format, 0) > FORMAT) {
            throw newer(directory);
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

    private static long number(Engine engine, byte[] key) {
        byte[] value = engine.find(Family.SYSTEM, key);
        if (value == null) {
            throw new StoreException.Unavailable("The database has lost a part of its manifest");
        }
        return BigEndian.at(value, 0);
    }
}
