package dev.yorozu.feed;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The feed of revocations, for programs that check tokens by themselves. Safe for use by any number of threads and servers.
 *
 * <p>Whatever passes {@link #store()} and revokes something is written down, in one log for each realm: a system, or an app. A
 * reader begins without a cursor and gets all that is kept, which is all that a living token can be ended by, and goes on with
 * the cursor of each answer. Revocations of one realm come in the order in which they were written down, each at least once;
 * there is no order between realms. One that was made while its reader was away is there when it comes back. A cursor of a feed that
 * began anew, because the store was emptied, restored or repaired, is refused, and {@link FeedAnswer.Page#since} says from when
 * on the new one knows everything.
 *
 * <p>A key that another program changes in a shared Redis by itself is not seen.
 */
public final class RevocationFeed implements AutoCloseable {
    /** How often a server asks whether others have written something down, while one of its readers waits. */
    private static final Duration POLLING = Duration.ofMillis(200);

    private final Store store;
    private final Store feeding;
    private final FeedLog log;
    private final Arrivals arrivals = new Arrivals();
    private final Announcements announcements;
    private final InstantSource clock;
    private final FeedPolicy policy;
    private final AtomicBoolean polling = new AtomicBoolean();

    public RevocationFeed(Store store, FeedPolicy policy, RandomTokens random, InstantSource clock) {
        this(store, policy, random, clock, System::nanoTime);
    }

    /** @param nanos by which it is judged how long something was seen */
    public RevocationFeed(
            Store store, FeedPolicy policy, RandomTokens random, InstantSource clock, LongSupplier nanos) {
        this.store = store;
        this.policy = policy;
        this.clock = clock;
        this.log = new FeedLog(policy, random, clock);
        this.announcements = new Announcements(store, log, arrivals, random, clock, nanos);
        this.feeding = UnitOfWork.tracked(new FeedingStore(store, new FedKeys(clock), log, arrivals, announcements));
    }

    /** The store through which all changes must pass. */
    public Store store() {
        return feeding;
    }

    /** The store behind it, for what exchanges its keys as a whole and {@linkplain #forget begins the feed anew}. */
    public Store behind() {
        return store;
    }

    public FeedPolicy policy() {
        return policy;
    }

    /** Begins to know everything, before the first token is issued; does nothing where the feed knows it already. */
    public void open() {
        long now = clock.instant().getEpochSecond();
        try {
            log.since(FeedLog.Access.to(store), now);
        } catch (StoreException.OutcomeUnknown unconfirmed) {
            // What is there counts. If a failover takes it away, the feed begins anew and later, which readers are
            // told.
            log.since(FeedLog.Access.to(store), now);
        }
    }

    /**
     * Forgets all that was written down, so that every reader begins anew: for a store whose keys were exchanged for others. Of
     * a {@code Recovery} it is a part already.
     */
    public static void forget(Store store) {
        for (Scan.Page page : Scan.of(ServerKeys.FEED_SINCE.prefix(), 256).pages(store)) {
            page.keys().stream()
                    .filter(key -> ServerKeys.FEED_SINCE.describes(key.name())
                            || key.name().startsWith(ServerKeys.FEED.prefix()))
                    .forEach(key -> store.commit(Batch.builder()
                            .delete(Keyspace.schema().key(key.name()))
                            .build()));
        }
    }

    /**
     * Reads on.
     *
     * @param after how far the reader has come; a realm that it does not name is read from the beginning
     * @param realms what to read, at least one
     * @param limit how many revocations at most
     */
    public FeedAnswer read(Cursor after, Collection<String> realms, int limit) {
        if (isShared()) {
            realms.forEach(realm -> announcements.settleAbandoned(realm, Announcements.ABANDONED));
        }
        Map<String, Optional<Position>> places = new LinkedHashMap<>();
        realms.forEach(
                realm -> places.put(realm, Optional.ofNullable(after.places().get(realm))));
        return log.read(FeedLog.Access.to(store), places, limit);
    }

    /** As {@link #read}; where nothing is there, waits for something that long, or until the server stops. */
    public FeedAnswer await(Cursor after, Collection<String> realms, int limit, Duration longest)
            throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        arrivals.join(realms);
        try {
            while (true) {
                long seen = arrivals.count(realms);
                FeedAnswer answer = read(after, realms, limit);
                Duration left = Duration.ofNanos(end - System.nanoTime());
                boolean nothing =
                        answer instanceof FeedAnswer.Page page && page.told().isEmpty();
                if (!nothing || !left.isPositive() || arrivals.isClosed()) {
                    return answer;
                }
                poll();
                arrivals.await(realms, seen, left);
            }
        } finally {
            arrivals.leave(realms);
        }
    }

    /** Whether nobody waits any more, because the server stops. */
    public boolean isClosed() {
        return arrivals.isClosed();
    }

    /** Whether other servers write to the same store. */
    private boolean isShared() {
        return store.relay().isPresent();
    }

    /** Sees to it that what other servers write down wakes those who wait here. */
    private void poll() {
        if (isShared() && polling.compareAndSet(false, true)) {
            Thread.ofVirtual().name("yorozu-feed").start(this::pollWhileAwaited);
        }
    }

    private void pollWhileAwaited() {
        Map<String, String> known = new LinkedHashMap<>();
        try {
            while (arrivals.pause(POLLING)) {
                Collection<String> awaited = arrivals.awaited();
                if (awaited.isEmpty()) {
                    return;
                }
                look(awaited, known);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            polling.set(false);
        }
        if (!arrivals.awaited().isEmpty() && !arrivals.isClosed()) {
            poll(); // A reader came meanwhile, and found that somebody polls.
        }
    }

    private void look(Collection<String> awaited, Map<String, String> known) {
        try {
            known.keySet().retainAll(awaited);
            awaited.forEach(realm -> announcements.settleAbandoned(realm, Announcements.ABANDONED));
            log.ends(store, awaited).forEach((realm, end) -> {
                if (!end.equals(known.put(realm, end))) {
                    arrivals.note(realm);
                }
            });
        } catch (StoreException unreachable) {
            return; // Those who wait find out when they read.
        }
    }

    /** Lets nobody wait any more, so that the server can stop, and tells what could not be told yet. */
    @Override
    public void close() {
        arrivals.close();
        announcements.tryToSettleLeft();
    }
}
