package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Together;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The operations that are measured, on keys of the product: a session read and written, a visit counted.
 *
 * @param sessions how many sessions are there to be read
 */
public record Workload(Store store, int sessions) {
    private static final Duration LIFE = Duration.ofDays(30);

    /** A session as the product writes it, which has just begun, so that a server finds it alive. */
    static final Bytes SESSION = session(Instant.now());

    private static final int CHUNK = 500;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int TRIES = 600;

    private static Bytes session(Instant begun) {
        return Document.empty()
                .with("uid", "80351110224678912")
                .with("name", "Nelly")
                .with("avatar", "8342729096ea3675442027381ff50dfe")
                .with("access_token", "6qrZcUqja7812RVdnEKjpzOL4CvHBFG")
                .with("refresh_token", "D43f5y0ahjqew82jZ4NViEr2YafMKhue")
                .with("scope", "identify guilds")
                .with("token_type", "Bearer")
                .with("access_expires_at", begun.plus(LIFE).toEpochMilli())
                .with("created_at", begun.toEpochMilli())
                .with("last_seen_at", begun.toEpochMilli())
                .with("ver", 1)
                .bytes();
    }

    /** The name of a session, by a number that tells nothing of its place in the store. */
    public static String sid(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        return HexFormat.of().toHexDigits(mixed) + HexFormat.of().toHexDigits(number);
    }

    static Key session(long number) {
        return DiscordKeys.SESSION.key(sid(number));
    }

    /** One site in a hundred gets the visit; each visitor comes once. */
    static String site(long number) {
        return "site-" + (number % 100);
    }

    /** Puts all sessions, many at once and without waiting for the disk. */
    public void fill() {
        Together.make((sessions + CHUNK - 1) / CHUNK, chunk -> {
            List<Batch> puts = new ArrayList<>(CHUNK);
            for (int n = chunk * CHUNK; n < Math.min(sessions, (chunk + 1) * CHUNK); n++) {
                puts.add(Batch.builder()
                        .put(session(n), SESSION, Expiry.after(LIFE))
                        .relaxed()
                        .build());
            }
            return commit(puts);
        });
    }

    /** A store that has no room for more at the moment is asked again: on a busy machine it falls behind so many callers. */
    private int commit(List<Batch> puts) throws InterruptedException {
        for (int i = 1; i < TRIES; i++) {
            try {
                return RoundTrip.commitAll(store, puts).size();
            } catch (StoreException.Unavailable full) {
                Thread.sleep(PAUSE);
            }
        }
        return RoundTrip.commitAll(store, puts).size();
    }

    /** A session that is there, another for each number. */
    static Key existing(long number, int sessions) {
        return session(Long.remainderUnsigned(number * 0x9E3779B97F4A7C15L, sessions));
    }

    void read(long number) {
        if (store.get(existing(number, sessions)).isEmpty()) {
            throw new IllegalStateException("A session is missing");
        }
    }

    public void putDurable(long number) {
        store.commit(put(number).build());
    }

    public void putRelaxed(long number) {
        store.commit(put(number).relaxed().build());
    }

    private static Batch.Builder put(long number) {
        return Batch.builder().put(session(-number), SESSION, Expiry.after(LIFE));
    }

    /** A guarded batch of three writes. */
    void visit(long number) {
        String site = site(number);
        Key visit = NostalgicKeys.COUNTER_VISIT.key(site, HexFormat.of().toHexDigits(number));
        boolean counted = store.commit(Batch.builder()
                        .require(Guard.absent(visit))
                        .put(visit, "1", Expiry.after(LIFE))
                        .add(NostalgicKeys.COUNTER_TOTAL.key(site), 1)
                        .add(NostalgicKeys.COUNTER_DAILY.key(site, "2026-11-15"), 1, Expiry.after(LIFE))
                        .build())
                .applied();
        if (!counted) {
            throw new IllegalStateException("A visitor came twice");
        }
    }
}
