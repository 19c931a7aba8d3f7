package dev.yorozu.feed;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a revocation and its entry in the log, which lie in two partitions, both happen where no program can change the two in one
 * step: on a Redis.
 *
 * <ol>
 *   <li><b>Announced.</b> The keys that are about to change are noted in the partition of the log. <i>A crash after this</i> leaves
 *       an announcement of something that did not happen; who settles it finds that out, and drops it.
 *   <li><b>Done.</b> The batch itself is committed, and from then on the token is dead. <i>A crash after this</i> leaves an
 *       announcement of something that happened; who settles it finds that out, and writes it down.
 *   <li><b>Settled.</b> The keys are looked at: what is true of them now is written down, and in the same batch the announcement
 *       is taken back. <i>A crash before this</i> is the one above. <i>A fault here</i> is none of the caller's: what it asked for
 *       was done, and the announcement is there to be settled.
 * </ol>
 *
 * <p>What is settled is always the truth at that moment, never what was intended: so it does not matter who settles, how often,
 * or whether the batch was rejected, and an event is told at least once, and only if it is true. Announcements of servers that
 * died are settled by any that reads the feed, once it has seen them for {@link #ABANDONED}. A server that is held up between
 * announcing and doing gives up after {@link #LATE}, before anybody could take it for dead.
 *
 * <p>Where nothing can be announced, because the log's node is down or Redis is out of memory, the revocation is made all the
 * same: to end a session must not wait for those who are told of it. It is told by this server, from memory, when the node is
 * back, whether a reader comes to this server or not; <i>a crash before that</i> loses it. Where too much is left in memory, it is dropped and the feed begins anew.
 */
final class Announcements {
    /** How long an announcement is seen before the server that made it counts as dead. */
    static final Duration ABANDONED = Duration.ofSeconds(5);

    /** How long after it announced something a server may begin to do it. */
    private static final Duration LATE = Duration.ofSeconds(2);

    /** The most announcements of a realm that are open at once, and the most that are kept in memory. */
    private static final int MOST = 10_000;

    /** How long what is left waits for the next try. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private static final int ID_BYTES = 9;
    private static final int CHUNK = 256;

    private final Store store;
    private final FeedLog log;
    private final Arrivals arrivals;
    private final RandomTokens random;
    private final InstantSource clock;
    private final LongSupplier nanos;
    /** What could be neither announced nor told. */
    private final List<Noted> left = new CopyOnWriteArrayList<>();

    private volatile boolean lost;

    /** Held while what is left is told, so that a reader who comes meanwhile finds it written down. */
    private final ReentrantLock telling = new ReentrantLock();

    private final AtomicBoolean retrying = new AtomicBoolean();

    /** When announcements of others were first seen here. */
    private final Map<String, Map<Bytes, Long>> seen = new ConcurrentHashMap<>();

    Announcements(
            Store store, FeedLog log, Arrivals arrivals, RandomTokens random, InstantSource clock, LongSupplier nanos) {
        this.store = store;
        this.log = log;
        this.arrivals = arrivals;
        this.random = random;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** An intent, and the id under which it lies. */
    private record Noted(Bytes id, Intent intent) {}

    /** What is to be settled. */
    final class Open {
        private final List<Noted> noted;
        private final boolean announced;
        private final long begun;

        private Open(List<Noted> noted, boolean announced, long begun) {
            this.noted = noted;
            this.announced = announced;
            this.begun = begun;
        }

        /** Throws where it took so long to announce that others may take this server for dead. */
        void requireFresh() {
            if (announced && nanos.getAsLong() - begun > LATE.toNanos()) {
                settle();
                throw new StoreException.Unavailable("To announce a revocation took too long; nothing was changed");
            }
        }

        /** Does what was announced, and tells what came of it. */
        <R extends @Nullable Object> R whileDoing(Supplier<R> work) {
            requireFresh();
            try {
                R done = work.get();
                settle();
                return done;
            } catch (StoreException.OutcomeUnknown unknown) {
                postpone();
                throw unknown;
            } catch (StoreException undone) {
                settle();
                throw undone;
            }
        }

        /** Tells what came of it. Where that fails, it is settled by who reads the feed. */
        void settle() {
            try {
                Announcements.this.settle(noted);
            } catch (StoreException later) {
                postpone();
            }
        }

        /** Leaves it to who reads the feed, because it may yet happen. */
        void postpone() {
            if (!announced) {
                leave(noted);
            }
        }
    }

    /** Those of the keys whose change can end something: a session that is not there ended before, or never was. */
    List<FedKey> alive(Collection<FedKey> keys) {
        List<FedKey> sessions = keys.stream().filter(FedKey::isSession).toList();
        Set<FedKey> gone = new HashSet<>();
        try {
            for (List<FedKey> some : RoundTrip.chunks(sessions, CHUNK)) {
                List<Optional<ValueType>> types = store.readAll(
                        some.stream().map(key -> new Read.Type(key.key())).toList());
                for (int i = 0; i < some.size(); i++) {
                    if (types.get(i).isEmpty()) {
                        gone.add(some.get(i));
                    }
                }
            }
        } catch (StoreException unreachable) {
            return List.copyOf(keys);
        }
        return keys.stream().filter(key -> !gone.contains(key)).toList();
    }

    /** Notes what is about to be changed, if that is possible. */
    Open announce(Collection<Intent> intents) {
        long begun = nanos.getAsLong();
        List<Noted> all = intents.stream()
                .map(intent -> new Noted(Bytes.of(random.base64url(ID_BYTES)), intent))
                .toList();
        try {
            List<Commit> commits = RoundTrip.commitAll(store, announcing(all));
            return new Open(all, commits.stream().allMatch(Commit::applied), begun);
        } catch (StoreException unreachable) {
            return new Open(all, false, begun);
        }
    }

    private static List<Batch> announcing(List<Noted> all) {
        List<Batch> batches = new ArrayList<>();
        byRealm(all).forEach((realm, some) -> {
            for (List<Noted> part : RoundTrip.chunks(some, CHUNK)) {
                Batch.Builder batch = Batch.builder().require(Guard.sizeBelow(Head.pending(realm), MOST));
                part.forEach(each -> batch.hashPut(
                        Head.pending(realm), each.id(), each.intent().write()));
                batches.add(batch.relaxed().build());
            }
        });
        return batches;
    }

    /** Keeps what could be neither announced nor told, and tells it when that is possible, whether a reader comes here or not. */
    private void leave(List<Noted> noted) {
        keep(noted);
        if (retrying.compareAndSet(false, true)) {
            Thread.ofVirtual().name("yorozu-feed").start(this::retry);
        }
    }

    private synchronized void keep(List<Noted> noted) {
        left.addAll(noted);
        if (left.size() > MOST) {
            left.clear();
            lost = true;
        }
    }

    private void retry() {
        Duration pause = FIRST_PAUSE;
        try {
            while (isLeft() && arrivals.pause(pause)) {
                tryToSettleLeft();
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            retrying.set(false);
        }
        if (isLeft() && !arrivals.isClosed() && retrying.compareAndSet(false, true)) {
            Thread.ofVirtual().name("yorozu-feed").start(this::retry); // Something was left meanwhile.
        }
    }

    private boolean isLeft() {
        return lost || !left.isEmpty();
    }

    /** Tells what is left, as far as that is possible. */
    void tryToSettleLeft() {
        try {
            settleLeft();
        } catch (StoreException unreachable) {
            return; // It is still there.
        }
    }

    private synchronized List<Noted> takeLeft() {
        List<Noted> taken = List.copyOf(left);
        left.clear();
        return taken;
    }

    /** Tells what could not be told when it happened. */
    private void settleLeft() {
        if (!isLeft() && !telling.isLocked()) {
            return;
        }
        telling.lock();
        try {
            if (lost) {
                RevocationFeed.forget(store);
                lost = false;
            }
            if (!left.isEmpty()) {
                new Open(takeLeft(), false, nanos.getAsLong()).settle();
            }
        } finally {
            telling.unlock();
        }
    }

    private static Map<String, List<Noted>> byRealm(List<Noted> noted) {
        return noted.stream()
                .collect(Collectors.groupingBy(
                        each -> each.intent().key().realm(), LinkedHashMap::new, Collectors.toList()));
    }

    private void settle(List<Noted> noted) {
        for (List<Noted> part : RoundTrip.chunks(noted, CHUNK)) {
            byRealm(part).forEach(this::settle);
        }
    }

    private void settle(String realm, List<Noted> noted) {
        RoundTrip trip = new RoundTrip(store);
        List<RoundTrip.Answer<List<Event>>> answers = noted.stream()
                .map(each -> events(each.intent(), trip.read(each.intent().key().question())))
                .toList();
        trip.send();
        List<Event> events =
                answers.stream().flatMap(answer -> answer.get().stream()).toList();
        log.append(
                FeedLog.Access.to(store),
                realm,
                events,
                noted.stream().map(Noted::id).toList());
        if (!events.isEmpty()) {
            arrivals.note(realm);
        }
    }

    private RoundTrip.Answer<List<Event>> events(Intent intent, RoundTrip.Answer<?> answer) {
        return () -> {
            try {
                return intent.events(answer.get(), clock.instant()).toList();
            } catch (StoreException.WrongType another) {
                return List.of();
            }
        };
    }

    /**
     * Settles what servers announced in a realm that are taken for dead.
     *
     * @param least for how long it was seen
     */
    void settleAbandoned(String realm, Duration least) {
        settleLeft();
        Map<Bytes, Bytes> pending = store.fields(Head.pending(realm));
        long now = nanos.getAsLong();
        Map<Bytes, Long> firstSeen = seen.computeIfAbsent(realm, name -> new ConcurrentHashMap<>());
        firstSeen.keySet().retainAll(pending.keySet());
        List<Noted> abandoned = new ArrayList<>();
        List<Bytes> unreadable = new ArrayList<>();
        pending.forEach((id, written) -> {
            if (now - firstSeen.computeIfAbsent(id, first -> now) >= least.toNanos()) {
                Intent.read(written)
                        .ifPresentOrElse(intent -> abandoned.add(new Noted(id, intent)), () -> unreadable.add(id));
            }
        });
        log.append(FeedLog.Access.to(store), realm, List.of(), unreadable);
        settle(abandoned);
    }
}
