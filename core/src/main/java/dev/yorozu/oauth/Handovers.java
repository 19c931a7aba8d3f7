package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Sessions that wait for their owner: a sign-in that came back in another browser than the one it was started in, as with
 * an installed app, is handed over to the client that knows the claim token of the one that started it.
 *
 * <p>A claim reads the record, compares the token and what the session was offered for, and deletes exactly the record
 * that it read; of any number of claims with the right token one gets the session, and one with a wrong token, or for
 * another purpose, changes nothing. <i>A crash behind the deletion</i>
 * leaves a session without a holder: it is listed, counted and ended like any other, and the person signs in anew.
 */
public final class Handovers {
    /** How long a session waits to be claimed. */
    private static final Duration LIFE = Duration.ofMinutes(10);

    private static final String SID = "sid";
    private static final String USER = "userId";
    private static final String CONTEXT = "loginContext";
    private static final String ISSUED = "issuedAt";
    private static final String DIGEST = "claimTokenDigest";

    private final Store store;
    private final KeyPattern pattern;
    private final Storage storage;
    private final Sessions sessions;
    private final RandomTokens random;
    private final InstantSource clock;

    /** @param pattern has one part, the state of the sign-in */
    public Handovers(
            Store store,
            KeyPattern pattern,
            Storage storage,
            Sessions sessions,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.pattern = pattern;
        this.storage = storage;
        this.sessions = sessions;
        this.random = random;
        this.clock = clock;
    }

    /**
     * A session to be handed over. Its text form does not show the sid.
     *
     * @param claimTokenDigest see {@link #digest}
     */
    public record Offer(String sid, String user, String loginContext, String claimTokenDigest) {
        @Override
        public String toString() {
            return "Offer[" + loginContext + "]";
        }
    }

    /** What is kept of a claim token, so that the store does not hold what opens it: padded base64 of its SHA-256. */
    public static String digest(String claimToken) {
        return Digests.base64(claimToken);
    }

    /** Lets the session wait under the state of its sign-in, which was consumed before. */
    public void offer(String state, Offer offer) {
        Document record = Document.empty()
                .with(SID, storage.seal(state, SID, offer.sid(), random))
                .with(USER, offer.user())
                .with(CONTEXT, offer.loginContext())
                .with(ISSUED, clock.millis())
                .with(DIGEST, offer.claimTokenDigest());
        store.commit(Batch.builder()
                .put(key(state), record.bytes(), Expiry.after(LIFE))
                .build());
    }

    /**
     * Claims the session that waits under this state.
     *
     * @param loginContext what the session must have been offered for: a session that waits for a person's word must not
     *     be claimed as apps do, without that word
     */
    public Claim claim(String state, String claimToken, String loginContext) {
        if (pattern.find(state).isEmpty()) {
            return new Claim.Missing();
        }
        Key key = key(state);
        Optional<Bytes> stored = store.get(key);
        Optional<Document> record = stored.flatMap(Document::parse);
        if (stored.isEmpty() || record.isEmpty()) {
            return new Claim.Missing();
        }
        boolean meant = record.get().text(CONTEXT).equals(Optional.of(loginContext));
        if (!meant
                || !Digests.same(digest(claimToken), record.get().text(DIGEST).orElse(""))) {
            return new Claim.WrongToken();
        }
        Batch claim = Batch.builder()
                .require(Guard.equalTo(key, stored.get()))
                .delete(key)
                .build();
        return store.commit(claim).applied() ? claimed(state, record.get()) : new Claim.AlreadyClaimed();
    }

    private Claim claimed(String state, Document record) {
        Instant issued = Instant.ofEpochMilli(record.number(ISSUED).orElse(0));
        if (!clock.instant().isBefore(issued.plus(LIFE))) {
            return new Claim.Expired();
        }
        return record.text(SID)
                .flatMap(stored -> storage.open(state, SID, stored))
                .filter(sid -> sessions.find(sid).isPresent())
                .<Claim>map(Claim.Claimed::new)
                .orElseGet(Claim.Expired::new);
    }

    private Key key(String state) {
        return pattern.key(storage.keyPart(state));
    }
}
