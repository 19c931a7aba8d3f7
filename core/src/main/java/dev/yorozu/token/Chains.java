package dev.yorozu.token;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Refresh tokens of which each is spent once for the next: one record per token, found by the token alone. Safe for use by
 * any number of threads and servers.
 *
 * <p>A token hangs on a session, and lets nobody in by itself. All that came for one another are a family; a family that
 * was ended has a tombstone, which outlives all its tokens. A token is spent step by step:
 *
 * <ol>
 *   <li>Its record and the tombstone of its family are read. <i>Nothing has changed yet.</i>
 *   <li>Where it is neither used nor over, the issuer is asked for the next access token: whatever can fail or take time
 *       does so here, and spends nothing.
 *   <li>The successor's record is written. <i>A crash here</i> leaves a token that nobody holds and that ends by itself.
 *   <li>The token's record is marked as used and keeps what came for it, if it is still the one that was seen. This is the
 *       step that counts, and of many who try it at once one gets through. The others forget their successors and look
 *       again. <i>A crash here</i> leaves the client without an answer; its retry is answered from the record.
 * </ol>
 *
 * <p>A token that was spent within the grace is answered with the same pair, without any change, while session and family
 * live. One that was spent longer ago may be in somebody else's hands: its family gets a tombstone. A successor that is
 * issued while that happens is of the same family, ends no later than the tombstone, because its life is counted from
 * before the tombstone was looked for, and is refused like all others.
 */
public final class Chains {
    /** A record changes once, from unused to used; more rounds than a few mean that somebody else writes it. */
    private static final int ROUNDS = 8;

    private final Store store;
    private final ChainFormat format;
    private final ChainPolicy policy;
    private final InstantSource clock;

    public Chains(
            Store store,
            ChainLayout layout,
            ChainPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.format = new ChainFormat(layout, storage, random);
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * What a token hangs on. Its text form does not show the session.
     *
     * @param session the secret of the session
     */
    public record Link(String user, String session, String family) {
        @Override
        public String toString() {
            return "Link[" + family + " of " + user + "]";
        }
    }

    /** Who knows the sessions, and makes access tokens. */
    public interface Issuer {
        /** Whether what the token hangs on lives. */
        boolean lives(Link link);

        /** What comes for a token; empty where what it hangs on is over. May throw, and may be asked more than once. */
        Optional<Issued> issue(Link link);
    }

    /**
     * What comes for a token. Its text form shows nothing secret.
     *
     * @param link what the next token hangs on: the same, in the issuer's own words
     */
    public record Issued(String accessToken, Link link) {
        @Override
        public String toString() {
            return "Issued[" + link + "]";
        }
    }

    /** The id of a new family. */
    public String nextFamily() {
        return format.nextFamily();
    }

    /** The first token of a family. */
    public String begin(Link link) {
        if (!isFamily(link.family())) {
            throw new IllegalArgumentException("A family cannot be ended under such an id");
        }
        String token = format.layout().form().next(format.random());
        Instant now = now();
        Instant end = now.plus(policy.life());
        store.commit(Batch.builder()
                .put(format.key(token), format.write(token, link, now, end), Expiry.at(end))
                .build());
        return token;
    }

    /** Spends a token for the next. A text that does not have the form of one is none, and the store is not asked. */
    public Spending spend(String token, Issuer issuer) {
        if (!format.layout().isToken(token)) {
            return new Spending.Refused();
        }
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Spending> outcome = attempt(token, issuer);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw new StoreException.Unavailable("Others change the same token all the time");
    }

    /** Empty when somebody else changed the record meanwhile. */
    private Optional<Spending> attempt(String token, Issuer issuer) {
        Instant now = now();
        Optional<ChainFormat.Kept> found = find(token);
        if (found.isEmpty()) {
            return Optional.of(new Spending.Refused());
        }
        ChainFormat.Kept kept = found.get();
        if (kept.used()) {
            return Optional.of(again(token, kept, issuer, now));
        }
        if (!now.isBefore(kept.endsAt()) || isEnded(kept.link().family())) {
            return Optional.of(new Spending.Refused());
        }
        Optional<Issued> issued = issuer.issue(kept.link());
        return issued.isEmpty() ? Optional.of(new Spending.Over()) : spend(token, kept, issued.get(), now);
    }

    private Optional<Spending> spend(String token, ChainFormat.Kept kept, Issued issued, Instant began) {
        String successor = format.layout().form().next(format.random());
        Key key = format.key(successor);
        Instant end = began.plus(policy.life());
        // The batch that counts is durable and comes after this one, which therefore need not wait for the disk.
        store.commit(Batch.builder()
                .put(key, format.write(successor, issued.link(), began, end), Expiry.at(end))
                .relaxed()
                .build());
        Spending.Pair pair = new Spending.Pair(issued.accessToken(), successor);
        boolean won = store.commit(Batch.builder()
                        .require(Guard.equalTo(kept.key(), kept.stored()))
                        .put(kept.key(), format.spent(token, kept, pair, now()), Expiry.after(policy.spentLife()))
                        .build())
                .applied();
        if (won) {
            return Optional.of(new Spending.Spent(pair));
        }
        forget(key);
        return Optional.empty();
    }

    private Spending again(String token, ChainFormat.Kept kept, Issuer issuer, Instant now) {
        if (kept.usedAt().isEmpty() || !inGrace(kept.usedAt().get(), now)) {
            end(kept.link().family());
            return new Spending.Reused(kept.link().user(), kept.link().family());
        }
        Optional<Spending.Pair> same = format.successor(token, kept);
        boolean lives = same.isPresent() && !isEnded(kept.link().family()) && issuer.lives(kept.link());
        return lives ? new Spending.Repeated(same.get()) : new Spending.Refused();
    }

    /** Without a grace nothing is repeated, also where the clock of whoever spent the token is ahead. */
    private boolean inGrace(Instant usedAt, Instant now) {
        return !policy.grace().isZero() && now.isBefore(usedAt.plus(policy.grace()));
    }

    /** Ends a family: none of its tokens is spent any more, and no access token of it counts. */
    public void end(String family) {
        store.commit(Batch.builder()
                .put(format.layout().ended().key(family), Bytes.of(clock.millis()), Expiry.after(policy.life()))
                .build());
    }

    /** Whether this text can be the id of a family. */
    public boolean isFamily(String text) {
        return format.layout().isFamily(text);
    }

    /** What to ask the store to learn whether a family was ended: it was where there is an answer. */
    public Read<Optional<Bytes>> endedQuestion(String family) {
        return new Read.Get(format.layout().ended().key(family));
    }

    /** Whatever lies at the key of the tombstone, the family is ended. */
    private boolean isEnded(String family) {
        try {
            return store.read(endedQuestion(family)).isPresent();
        } catch (StoreException.WrongType notAString) {
            return true;
        }
    }

    private Optional<ChainFormat.Kept> find(String token) {
        Key key = format.key(token);
        try {
            return store.get(key).flatMap(stored -> format.read(token, key, stored));
        } catch (StoreException.WrongType notAString) {
            return Optional.empty();
        }
    }

    /** Removes the record of a successor that did not become one. */
    private void forget(Key successor) {
        try {
            store.commit(Batch.builder().delete(successor).relaxed().build());
        } catch (StoreException unreachable) {
            // Nobody holds it, and it ends by itself.
        }
    }

    /** As exactly as records keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
