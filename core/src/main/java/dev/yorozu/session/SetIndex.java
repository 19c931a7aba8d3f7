package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Sets of sids, one for each user. Never larger than the policy's cap by anything done here, and renewed before the sessions
 * in it are, so that it outlives them.
 */
class SetIndex extends UserIndex {
    SetIndex(Store store, SessionFormat format) {
        super(store, format);
    }

    Collection<Bytes> members(Key index) {
        return store.members(index);
    }

    Write removal(Key index, List<Bytes> members) {
        return new Write.SetRemove(index, members);
    }

    /** Has a batch name the session in the index, and renew the index's life. */
    Batch.Builder name(Batch.Builder batch, Session session) {
        Key index = key(session.user());
        return batch.setAdd(index, session.name().member()).write(life(index));
    }

    final Write life(Key index) {
        return new Write.Expire(index, Expiry.after(format.policy().life()));
    }

    @Override
    Listing read(String user) {
        List<Session.Name> names = new ArrayList<>();
        List<Bytes> malformed = new ArrayList<>();
        for (Bytes member : members(key(user))) {
            format.member(user, member.text()).ifPresentOrElse(names::add, () -> malformed.add(member));
        }
        removeMembers(user, malformed);
        return new Listing(names);
    }

    @Override
    Optional<Listing> enter(Session session, Document description, Listing seen, List<Session.Name> gone, Instant now) {
        Key index = key(session.user());
        Batch.Builder batch =
                Batch.builder().require(Guard.sizeBelow(index, format.policy().maxPerUser() + (long) gone.size()));
        if (!gone.isEmpty()) {
            batch.write(removal(index, gone.stream().map(Session.Name::member).toList()));
        }
        if (store.apply(name(replacing(batch, session, gone), session))) {
            return Optional.empty();
        }
        withdraw(session.user(), gone);
        return Optional.of(read(session.user()));
    }

    /** Has a batch that enters a session ask whether those that go are still there. */
    Batch.Builder replacing(Batch.Builder batch, Session session, List<Session.Name> gone) {
        gone.forEach(each -> batch.require(Guard.member(key(session.user()), each.member())));
        return batch;
    }

    /** Sessions were released for another, which did not get their places. */
    void withdraw(String user, List<Session.Name> gone) {
        remove(user, gone);
    }

    @Override
    boolean keep(Session session, Instant now) {
        Key index = key(session.user());
        boolean renewed = store.apply(Batch.builder()
                .require(Guard.member(index, session.name().member()))
                .write(life(index))
                .relaxed());
        return renewed
                || enter(session, Document.empty(), Listing.EMPTY, List.of(), now)
                        .isEmpty();
    }

    @Override
    void remove(String user, Collection<Session.Name> names) {
        removeMembers(user, names.stream().map(Session.Name::member).toList());
    }

    private void removeMembers(String user, Collection<Bytes> members) {
        for (List<Bytes> some : RoundTrip.chunks(members, CHUNK)) {
            store.commit(Batch.builder().write(removal(key(user), some)).build());
        }
    }
}
