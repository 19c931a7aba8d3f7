package dev.yorozu.once;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Duration;

/**
 * What calls answered that a client may send again, by the key that the client gave each. A call that is repeated is answered
 * as the first one was, and does nothing.
 *
 * <p>A call first leaves a mark, then does its work, then keeps its answer in the place of the mark. <i>A crash after the
 * mark</i> leaves it for a minute, while which a repetition is told to wait; after that the work is done again, since nobody
 * knows how far it came. Answers are encrypted under the key, which is not kept. Safe for use by many threads.
 */
public final class Replays {
    /** How long an answer is kept. */
    public static final Duration KEPT = Duration.ofDays(1);

    private static final Duration WORKING = Duration.ofMinutes(1);
    private static final String REQUEST = "request";
    private static final String OWNER = "owner";
    private static final String ANSWER = "answer";
    private static final int OWNER_BYTES = 12;

    private final Store store;
    private final KeyPattern pattern;
    private final RandomTokens random;

    public Replays(Store store, String app, RandomTokens random) {
        this.store = store;
        this.pattern = AppKeys.REPLAY.within(app);
        this.random = random;
    }

    /** What a call with a key meets. */
    public sealed interface Meeting {
        /** Nobody came before: the caller works, and then says what came of it. */
        record First(Work work) implements Meeting {}

        /** It was answered so. */
        record Answered(String answer) implements Meeting {}

        /** The first call is still at work. */
        record Working() implements Meeting {}

        /** The key was given to another call. */
        record Another() implements Meeting {}
    }

    /**
     * Begins a call.
     *
     * @param caller by whom the key was given; another's same key is another key
     * @param secret the key that the client gave
     * @param request a digest of what was asked
     */
    public Meeting begin(String caller, String secret, String request) {
        Key key = pattern.key(Digests.base64url(caller + "\n" + secret));
        Bytes mark = Document.empty()
                .with(REQUEST, request)
                .with(OWNER, random.base64url(OWNER_BYTES))
                .bytes();
        Commit commit = store.commit(Batch.builder()
                .require(Guard.absent(key))
                .put(key, mark, Expiry.after(WORKING))
                .build());
        return commit instanceof Commit.Rejected rejected
                ? met(rejected.found(), secret, request)
                : new Meeting.First(new Work(key, mark, secret, request));
    }

    private static Meeting met(Found found, String secret, String request) {
        Document record = found instanceof Found.Value value
                ? Document.parse(value.value()).orElse(Document.empty())
                : Document.empty();
        if (record.text(REQUEST).filter(request::equals).isEmpty()) {
            return new Meeting.Another();
        }
        return record.text(ANSWER)
                .flatMap(kept -> Storage.HARDENED.open(secret, ANSWER, kept))
                .<Meeting>map(Meeting.Answered::new)
                .orElseGet(Meeting.Working::new);
    }

    /** A call that is at work. */
    public final class Work {
        private final Key key;
        private final Bytes mark;
        private final String secret;
        private final String request;

        private Work(Key key, Bytes mark, String secret, String request) {
            this.key = key;
            this.mark = mark;
            this.secret = secret;
            this.request = request;
        }

        /** Keeps what the call answered. */
        public void answered(String answer) {
            Bytes record = Document.empty()
                    .with(REQUEST, request)
                    .with(ANSWER, Storage.HARDENED.seal(secret, ANSWER, answer, random))
                    .bytes();
            store.apply(Batch.builder().require(Guard.equalTo(key, mark)).put(key, record, Expiry.after(KEPT)));
        }

        /** Forgets a call that did nothing, so that it can be sent again. */
        public void failed() {
            RoundTrip.attempt(
                    store,
                    Batch.builder()
                            .require(Guard.equalTo(key, mark))
                            .delete(key)
                            .build());
        }
    }
}
