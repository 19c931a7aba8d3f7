package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Load;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.server.files.Trees;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksSettings;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB alone: plain puts and gets, and for the guarded batch a lock around a read and a write batch. */
public final class RocksEngine implements Engine {
    static {
        RocksDB.loadLibrary();
    }

    private final Path directory;
    private final Cache cache;
    private final Options options;
    private final RocksDB db;
    private final WriteOptions durable = new WriteOptions().setSync(true);
    private final WriteOptions relaxed = new WriteOptions();
    private final RocksStore store;
    private final ReentrantLock[] locks = new ReentrantLock[128];
    private int sessions;

    public RocksEngine(Path directory) throws IOException, RocksDBException {
        this.directory = directory;
        Files.createDirectories(directory);
        store = RocksStore.open(directory.resolve("store"));
        // The same memory and file format as the store's own, so that only the layer above is compared.
        cache = new LRUCache(RocksSettings.DEFAULT.cacheBytes());
        options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(RocksSettings.DEFAULT.bufferBytes() / 2)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(new BloomFilter(10)));
        db = RocksDB.open(options, directory.resolve("raw").toString());
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    @Override
    public String name() {
        return "RocksDB " + RocksDB.rocksdbVersion();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Load.Threads callers() {
        return Load.Threads.PLATFORM;
    }

    @Override
    public void fill(Workload workload) throws RocksDBException {
        sessions = workload.sessions();
        for (int i = 0; i < sessions; i++) {
            db.put(relaxed, Workload.session(i).bytes(), Workload.SESSION.toArray());
        }
    }

    @Override
    public void read(long number) throws RocksDBException {
        if (db.get(Workload.existing(number, sessions).bytes()) == null) {
            throw new IllegalStateException("A session is missing");
        }
    }

    @Override
    public void putDurable(long number) throws RocksDBException {
        db.put(durable, Workload.session(-number).bytes(), Workload.SESSION.toArray());
    }

    @Override
    public boolean knowsRelaxed() {
        return true;
    }

    @Override
    public void putRelaxed(long number) throws RocksDBException {
        db.put(relaxed, Workload.session(-number).bytes(), Workload.SESSION.toArray());
    }

    @Override
    public void visit(long number) throws RocksDBException {
        String site = Workload.site(number);
        byte[] visit = NostalgicKeys.COUNTER_VISIT
                .key(site, HexFormat.of().toHexDigits(number))
                .bytes();
        byte[] total = NostalgicKeys.COUNTER_TOTAL.key(site).bytes();
        byte[] daily = NostalgicKeys.COUNTER_DAILY.key(site, "2026-11-15").bytes();
        ReentrantLock lock = locks[(int) (number % 100)];
        lock.lock();
        try (WriteBatch batch = new WriteBatch()) {
            if (db.get(visit) != null) {
                throw new IllegalStateException("A visitor came twice");
            }
            batch.put(visit, new byte[] {'1'});
            batch.put(total, oneMore(db.get(total)));
            batch.put(daily, oneMore(db.get(daily)));
            db.write(durable, batch);
        } finally {
            lock.unlock();
        }
    }

    private static byte[] oneMore(byte @Nullable [] count) {
        long before = count == null ? 0 : Long.parseLong(new String(count, StandardCharsets.ISO_8859_1));
        return Long.toString(before + 1).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        store.close();
        db.close();
        options.close();
        cache.close();
        durable.close();
        relaxed.close();
        try {
            Trees.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
