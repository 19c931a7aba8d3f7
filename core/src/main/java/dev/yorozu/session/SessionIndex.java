package dev.yorozu.session;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The sets of sids, one for each user. Never larger than the policy's cap by anything done here, and renewed before the
 * sessions in it are, so that it outlives them.
 */
final class SessionIndex {
    /** How many members one batch removes, and how many sessions one read asks for. */
    private static final int CHUNK = 64;

    private final Store store;
    private final SessionFormat format;

    SessionIndex(Store store, SessionFormat format) {
        this.store = store;
        this.format = format;
    }

    /** Adds a session if the index has room for it. */
    boolean add(Session session) {
        Key index = key(session.user());
        return store.commit(Batch.builder()
                        .require(Guard.sizeBelow(index, format.policy().maxPerUser()))
                        .setAdd(index, member(session))
                        .write(life(index))
                        .build())
                .applied();
    }

    /** Adds a session in place of others, if those are still there and the index is within the cap. */
    boolean swap(List<Session> gone, Session session) {
        Key index = key(session.user());
        Batch.Builder batch = Batch.builder();
        gone.forEach(each -> batch.require(Guard.member(index, member(each))));
        return store.commit(batch.require(Guard.sizeBelow(index, format.policy().maxPerUser() + (long) gone.size()))
                        .write(new Write.SetRemove(
                                index, gone.stream().map(SessionIndex::member).toList()))
                        .setAdd(index, member(session))
                        .write(life(index))
                        .build())
                .applied();
    }

    /** Renews the life of the index if the session is in it. */
    boolean renew(Session session) {
        Key index = key(session.user());
        return store.commit(Batch.builder()
                        .require(Guard.member(index, member(session)))
                        .write(life(index))
                        .relaxed()
                        .build())
                .applied();
    }

    void remove(Session session) {
        remove(session.user(), List.of(member(session)));
    }

    /** Removes members whose sessions do not live any more. They never come back, so nothing can go wrong by it. */
    void remove(String user, Collection<Bytes> members) {
        Key index = key(user);
        for (List<Bytes> some : chunks(members)) {
            store.commit(Batch.builder().write(new Write.SetRemove(index, some)).build());
        }
    }

    List<Bytes> members(String user) {
        return format.layout().isUser(user) ? List.copyOf(store.members(key(user))) : List.of();
    }

    /** What an index stands for at a moment. */
    record Listing(List<Session> sessions, List<Bytes> dead) {}

    /** The sessions of a user, also those past a limit, and the members without a session of this user. */
    Listing read(String user) {
        List<Session> sessions = new ArrayList<>();
        List<Bytes> dead = new ArrayList<>();
        for (List<Bytes> some : chunks(members(user))) {
            List<Session.Name> names = new ArrayList<>(some.size());
            for (Bytes member : some) {
                format.member(member).ifPresentOrElse(names::add, () -> dead.add(member));
            }
            List<Optional<Bytes>> stored = store.readAll(
                    names.stream().map(name -> new Read.Get(name.key())).toList());
            for (int i = 0; i < names.size(); i++) {
                Session.Name name = names.get(i);
                stored.get(i)
                        .flatMap(bytes -> format.decode(name, bytes))
                        .filter(session -> session.user().equals(user))
                        .ifPresentOrElse(sessions::add, () -> dead.add(Bytes.of(name.keyPart())));
            }
        }
        return new Listing(sessions, dead);
    }

    private Write life(Key index) {
        return new Write.Expire(index, Expiry.after(format.policy().life()));
    }

    private Key key(String user) {
        return format.layout().index().key(user);
    }

    private static Bytes member(Session session) {
        return Bytes.of(session.keyPart());
    }

    private static List<List<Bytes>> chunks(Collection<Bytes> all) {
        List<Bytes> ordered = List.copyOf(all);
        List<List<Bytes>> chunks = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += CHUNK) {
            chunks.add(ordered.subList(from, Math.min(ordered.size(), from + CHUNK)));
        }
        return chunks;
    }
}
