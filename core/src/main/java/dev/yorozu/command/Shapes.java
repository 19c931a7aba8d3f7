package dev.yorozu.command;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.Optional;

/** Holds keys against what is declared of them. */
public final class Shapes {
    private Shapes() {}

    /** Where keys are looked at: a store, or the state of a program. */
    @FunctionalInterface
    public interface Source {
        <R> R read(Read<R> question);
    }

    /** What is wrong with a key that must be of this shape; empty where nothing is, or the key is not there. */
    public static Optional<Store.Flaw> flaw(Source source, Store.Shape shape, Key key) {
        Optional<ValueType> type = source.read(new Read.Type(key));
        if (type.isEmpty()) {
            return Optional.empty();
        }
        if (type.get() != shape.type()) {
            return Optional.of(Store.Flaw.TYPE);
        }
        Optional<Life> life = source.read(new Read.Remaining(key));
        if (life.isPresent() && life.get() instanceof Life.Ends != shape.ends()) {
            return Optional.of(Store.Flaw.LIFE);
        }
        return isOf(shape.form(), source, key) ? Optional.empty() : Optional.of(Store.Flaw.FORM);
    }

    private static boolean isOf(Store.Form form, Source source, Key key) {
        return switch (form) {
            case Store.Form.Any any -> true;
            case Store.Form.Number number -> string(source, key).number().isPresent();
            case Store.Form.Json json ->
                Document.parse(string(source, key))
                        .filter(document -> json.fields().stream()
                                .allMatch(field -> document.has(field) && !document.isNull(field)))
                        .isPresent();
        };
    }

    private static Bytes string(Source source, Key key) {
        return source.read(new Read.Get(key)).orElse(Bytes.of(""));
    }
}
