package dev.yorozu.feed;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A key that is about to be changed.
 *
 * @param listed of a set of tokens, those that may leave it
 */
record Intent(FedKey key, Set<Bytes> listed) {
    private static final String KEY = "key";
    private static final String LISTED = "listed";
    /** In bytes; another program may keep anything in a set. */
    private static final int LONGEST_ID = 256;

    /** What is too long for the id of a token ends none. */
    Intent {
        listed = listed.stream().filter(each -> each.length() <= LONGEST_ID).collect(Collectors.toUnmodifiableSet());
    }

    /** What a batch is about to do to a key, where it removes no set as a whole. */
    static Intent of(Batch batch, FedKey key) {
        Set<Bytes> leaving = new HashSet<>();
        for (Write write : batch.writes()) {
            if (write instanceof Write.SetRemove remove && remove.key().equals(key.key())) {
                leaving.addAll(remove.members());
            }
        }
        return new Intent(key, leaving);
    }

    /** What came of it, by the answer to the question of its key. */
    Stream<Event> events(Object answer, Instant now) {
        return key.events(answer, listed, now);
    }

    Bytes write() {
        Document document = Document.empty().with(KEY, key.key().name());
        List<String> texts = listed.stream().map(Bytes::text).toList();
        return (texts.isEmpty() ? document : document.with(LISTED, texts)).bytes();
    }

    /** What was written; empty for what cannot be read, or tells nothing in this version. */
    static Optional<Intent> read(Bytes written) {
        Schema schema = Keyspace.schema();
        Document document = Document.parse(written).orElse(Document.empty());
        Set<Bytes> listed = document.texts(LISTED).stream().map(Bytes::of).collect(Collectors.toSet());
        Optional<Key> key = document.text(KEY).flatMap(schema::find);
        return key.flatMap(each -> schema.match(each.name()).flatMap(pattern -> FedKey.of(pattern, each)))
                .map(fed -> new Intent(fed, listed));
    }
}
