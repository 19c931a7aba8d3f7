package dev.yorozu;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.util.Optional;
import java.util.function.Function;

/** How a program's values become bytes and values again. Safe for use by many threads. */
public interface ValueCodec<V> {
    Bytes encode(V value);

    /** The value that the bytes hold; empty for what cannot be read, which then counts as absent. */
    Optional<V> decode(Bytes stored);

    /** Well-formed text, in UTF-8. */
    static ValueCodec<String> text() {
        return of(text -> text, Optional::of);
    }

    /** JSON objects. */
    static ValueCodec<Document> document() {
        return of(document -> document.bytes().text(), Document::parse);
    }

    /** Values with a text form, such as the JSON that a library of the program's choice writes and reads. */
    static <V> ValueCodec<V> of(Function<V, String> write, Function<String, Optional<V>> read) {
        return new ValueCodec<>() {
            @Override
            public Bytes encode(V value) {
                return Bytes.of(write.apply(value));
            }

            @Override
            public Optional<V> decode(Bytes stored) {
                return read.apply(stored.text());
            }
        };
    }
}
