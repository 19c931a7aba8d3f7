package dev.yorozu.feed;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The revocations of each realm in the order in which they were written down, in one partition for each realm.
 *
 * <p>They lie in pages, lists to which is only ever appended, so that page and place name a revocation for ever. The head names
 * the page that is written: once it names another, the earlier one is complete. Every append rests on the head that is there, and
 * on a page that is there and not full; otherwise the same batch begins the next page. So a page that ended, because nothing was
 * revoked for as long as revocations are kept, is never begun again, and no place is given twice. A page lives for as long as
 * its last revocation is needed. A Redis that failed over to a replica may have lost the last entries, and given their places to
 * others: a reader names the last one that it has read, and where that is another one it begins anew.
 *
 * <p>Where there are more than the policy keeps, the oldest page goes, and the head says until when it would have been needed: a
 * reader that has not read it by then is not given the rest as if it were all.
 */
final class FeedLog {
    /** How often servers may begin pages of one realm before one of them has written into one. */
    private static final int ROUNDS = 64;

    /** How many revocations one batch takes. */
    private static final int CHUNK = 256;

    private final FeedPolicy policy;
    private final RandomTokens random;
    private final InstantSource clock;
    /** As they were last seen; an append finds out whether one is still right. */
    private final Map<String, Head> heads = new ConcurrentHashMap<>();

    FeedLog(FeedPolicy policy, RandomTokens random, InstantSource clock) {
        this.policy = policy;
        this.random = random;
        this.clock = clock;
    }

    /** What is asked and changed: a store, or the state that a program sees. */
    interface Access {
        Commit commit(Batch batch);

        <R> R read(Read<R> question);

        static Access to(Store store) {
            return new Access() {
                @Override
                public Commit commit(Batch batch) {
                    return store.commit(batch);
                }

                @Override
                public <R> R read(Read<R> question) {
                    return store.read(question);
                }
            };
        }

        static Access to(Store.State state) {
            return new Access() {
                @Override
                public Commit commit(Batch batch) {
                    return state.commit(batch);
                }

                @Override
                public <R> R read(Read<R> question) {
                    return state.read(question);
                }
            };
        }
    }

    /**
     * Writes revocations down, and takes the intents back that they come from; in parts, of which the last takes the intents
     * along, so that a crash between them leaves some twice and none out.
     */
    void append(Access access, String realm, List<Event> events, List<Bytes> intents) {
        List<List<Event>> parts = RoundTrip.chunks(events, CHUNK);
        for (int i = 0; i < parts.size(); i++) {
            List<Bytes> entries =
                    parts.get(i).stream().map(event -> event.json().bytes()).toList();
            appendPart(access, realm, entries, i == parts.size() - 1 ? intents : List.of());
        }
        if (parts.isEmpty() && !intents.isEmpty()) {
            access.commit(Batch.builder()
                    .write(new Write.HashRemove(Head.pending(realm), intents))
                    .relaxed()
                    .build());
        }
    }

    private void appendPart(Access access, String realm, List<Bytes> entries, List<Bytes> intents) {
        Head head = heads.containsKey(realm) ? heads.get(realm) : head(access, realm);
        for (int round = 0; round < ROUNDS; round++) {
            Commit commit = access.commit(appending(head, entries, intents));
            if (commit instanceof Commit.Rejected rejected && rejected.index() > 0) {
                Head next = next(access, head);
                commit = access.commit(turning(head, next, entries, intents));
                head = next;
            }
            if (commit.applied()) {
                heads.put(realm, head);
                return;
            }
            head = head(access, realm);
        }
        throw new StoreException.Unavailable("The feed of revocations is written by too many at once");
    }

    /** The batch that goes on with a page; the first of its guards is that of the head. */
    private Batch appending(Head head, List<Bytes> entries, List<Bytes> intents) {
        Batch.Builder batch = Batch.builder()
                .require(Guard.equalTo(Head.key(head.realm()), head.write()))
                .require(Guard.present(head.pageKey()))
                .require(Guard.sizeBelow(head.pageKey(), FeedPolicy.PAGE));
        return writing(batch, head, entries, intents);
    }

    /** The batch that begins the next page. */
    private Batch turning(Head head, Head next, List<Bytes> entries, List<Bytes> intents) {
        Key oldest = next.pageKey(Math.max(0, next.page() - policy.pages()));
        Batch.Builder batch = Batch.builder()
                .require(Guard.equalTo(Head.key(head.realm()), head.write()))
                .put(Head.key(head.realm()), next.write(), Expiry.never())
                .delete(oldest);
        return writing(batch, next, entries, intents);
    }

    private Batch writing(Batch.Builder batch, Head head, List<Bytes> entries, List<Bytes> intents) {
        batch.write(new Write.ListPush(head.pageKey(), Write.End.TAIL, entries))
                .expire(head.pageKey(), Expiry.after(policy.keep()));
        if (!intents.isEmpty()) {
            batch.write(new Write.HashRemove(Head.pending(head.realm()), intents));
        }
        return batch.build();
    }

    /** The head with the next page, which makes room for it where there are as many as are kept. */
    private Head next(Access access, Head head) {
        long page = head.page() + 1;
        long oldest = page - policy.pages();
        boolean needed =
                oldest > 0 && access.read(new Read.Type(head.pageKey(oldest))).isPresent();
        long cut = needed ? clock.instant().plus(policy.keep()).getEpochSecond() : head.cut();
        return new Head(head.realm(), head.epoch(), page, cut);
    }

    /** The head of a realm; where there is none, the log begins. */
    private Head head(Access access, String realm) {
        while (true) {
            Optional<Bytes> stored = access.read(new Read.Get(Head.key(realm)));
            Optional<Head> known = Head.read(realm, stored);
            if (known.isPresent()) {
                return known.get();
            }
            Head first = new Head(realm, random.hex(Head.EPOCH_BYTES), 0, 0);
            Batch beginning = Batch.builder()
                    .require(Guard.unchanged(Head.key(realm), stored))
                    .put(Head.key(realm), first.write(), Expiry.never())
                    .build();
            if (access.commit(beginning).applied()) {
                return first;
            }
        }
    }

    /**
     * The second from which on the feed knows everything: since the store was first used with one, or was last emptied, restored
     * or repaired.
     *
     * @param absent what it is from now on where none is there
     */
    long since(Access access, long absent) {
        Key key = ServerKeys.FEED_SINCE.key();
        while (true) {
            Optional<Bytes> stored = access.read(new Read.Get(key));
            if (stored.isPresent() && stored.get().number().isPresent()) {
                return stored.get().number().getAsLong();
            }
            access.commit(Batch.builder()
                    .require(Guard.unchanged(key, stored))
                    .put(key, Bytes.of(absent), Expiry.never())
                    .build());
        }
    }

    /** Where the logs of realms end: another text once something was written down. */
    Map<String, String> ends(Store store, Collection<String> realms) {
        List<String> names = List.copyOf(realms);
        List<Head> found =
                names.stream().map(realm -> head(Access.to(store), realm)).toList();
        List<Long> sizes = store.readAll(
                found.stream().map(head -> new Read.Size(head.pageKey())).toList());
        Map<String, String> ends = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            ends.put(names.get(i), found.get(i).write().text() + ' ' + sizes.get(i));
        }
        return ends;
    }

    /** Reads the realms' revocations after these places, so many at most in all. */
    FeedAnswer read(Access access, Map<String, Optional<Position>> after, int limit) {
        long since = since(access, clock.instant().getEpochSecond() + 1);
        Reading reading = new Reading(access, limit);
        for (Map.Entry<String, Optional<Position>> each : after.entrySet()) {
            Optional<FeedAnswer> refused = reading.add(head(access, each.getKey()), each.getValue());
            if (refused.isPresent()) {
                return refused.get();
            }
        }
        return new FeedAnswer.Page(reading.told, new Cursor(reading.places), reading.more, since);
    }

    /** What one call reads, realm after realm. */
    private final class Reading {
        private final Access access;
        private final int limit;
        private final List<Told> told = new ArrayList<>();
        private final SequencedMap<String, Position> places = new LinkedHashMap<>();
        private boolean more;

        Reading(Access access, int limit) {
            this.access = access;
            this.limit = limit;
        }

        /** Reads a realm on; gives why it cannot. The head was read first: a page before the one that it names is complete. */
        Optional<FeedAnswer> add(Head head, Optional<Position> after) {
            long missing = missing(head);
            if (after.isEmpty() && missing > 0) {
                return Optional.of(new FeedAnswer.Incomplete(Duration.ofSeconds(missing)));
            }
            Position place = after.orElseGet(() -> Position.beginning(head.epoch(), oldest(head)));
            if (!place.epoch().equals(head.epoch()) || place.page() > Math.max(1, head.page())) {
                return Optional.of(new FeedAnswer.Outdated());
            }
            if (place.page() < head.first(policy)) {
                if (missing > 0) {
                    return Optional.of(new FeedAnswer.Outdated());
                }
                long oldest = oldest(head);
                place = place.page() < oldest ? Position.beginning(head.epoch(), oldest) : place;
            }
            return readOn(head, place);
        }

        /** For how many seconds it matters still that a page went for lack of room. */
        private long missing(Head head) {
            return head.cut() - clock.instant().getEpochSecond();
        }

        /** The first page that may still be there; one that a server kept by a policy with more room counts too. */
        private long oldest(Head head) {
            long oldest = head.first(policy);
            while (oldest > 1
                    && access.read(new Read.Type(head.pageKey(oldest - 1))).isPresent()) {
                oldest--;
            }
            return oldest;
        }

        private Optional<FeedAnswer> readOn(Head head, Position from) {
            Position place = from;
            boolean skipped = false;
            while (told.size() < limit) {
                Key page = head.pageKey(place.page());
                boolean again = place.index() > 0 && !place.last().isEmpty();
                List<Bytes> found = access.read(
                        new Read.Slice(page, place.index() - (again ? 1 : 0), place.index() + limit - told.size() - 1));
                if (again && !found.isEmpty() && !place.follows(found.getFirst())) {
                    return Optional.of(new FeedAnswer.Outdated());
                }
                List<Bytes> entries = again && !found.isEmpty() ? found.subList(1, found.size()) : found;
                entries.stream()
                        .flatMap(entry -> Document.parse(entry).stream())
                        .forEach(json -> told.add(new Told(head.realm(), json)));
                if (!entries.isEmpty()) {
                    place = place.behind(entries.size(), entries.getLast());
                } else {
                    boolean gone = found.isEmpty();
                    if (gone
                            && place.index() > 0
                            && access.read(new Read.Type(page)).isPresent()) {
                        return Optional.of(new FeedAnswer.Outdated());
                    }
                    if (place.page() >= head.page()) {
                        break;
                    }
                    skipped |= gone;
                    place = Position.beginning(place.epoch(), place.page() + 1);
                }
            }
            if (skipped && wentMeanwhile(head)) {
                return Optional.of(new FeedAnswer.Outdated());
            }
            more |= told.size() >= limit;
            places.put(head.realm(), place);
            return Optional.empty();
        }

        /** Whether a page that was not there may have gone for lack of room after the head was read, instead of having ended. */
        private boolean wentMeanwhile(Head head) {
            Head now = head(access, head.realm());
            return !now.epoch().equals(head.epoch()) || missing(now) > 0;
        }
    }
}
