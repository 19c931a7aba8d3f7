package dev.yorozu.json;

import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object as it lies in the store: immutable, with its fields in order.
 *
 * <p>Fields that this version of the product does not know are kept as they were, so that a newer program, or the one
 * that wrote the data first, finds them again. Its text form shows only the names of its fields, because values are
 * secrets more often than not.
 */
public final class Document {
    private static final Document EMPTY = new Document(new Fields(0));

    final Fields fields;

    Document(Fields fields) {
        this.fields = fields;
    }

    public static Document empty() {
        return EMPTY;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Makes an object of several fields without one for each; a field that is set again stays where it was. */
    public static final class Builder {
        /** More than are set beside all of another object. */
        private static final int MORE = 4;

        private Fields fields = new Fields(0);

        private Builder() {}

        public Builder with(String name, String value) {
            fields.put(name, value);
            return this;
        }

        public Builder with(String name, long value) {
            fields.put(name, value);
            return this;
        }

        public Builder with(String name, Document value) {
            fields.put(name, value);
            return this;
        }

        public Builder with(String name, List<String> values) {
            fields.put(name, List.copyOf(values));
            return this;
        }

        /** Sets all fields of another object. */
        public Builder withAll(Document other) {
            if (fields.size() == 0) {
                fields = other.fields.copy(MORE);
            } else {
                fields.putAll(other.fields);
            }
            return this;
        }

        /** The object; from then on the builder makes another. */
        public Document build() {
            Document built = new Document(fields);
            fields = new Fields(0);
            return built;
        }
    }

    /** Reads an object; empty when the bytes are anything else, or nested too deeply, or name a field twice. */
    public static Optional<Document> parse(Bytes json) {
        return DocumentReader.read(json);
    }

    /** Reads an object; see {@link #parse(Bytes)}. */
    public static Optional<Document> parse(String json) {
        return parse(Bytes.of(json));
    }

    /** The text of a field; empty when it is absent or something else. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(text(fields.get(name)));
    }

    private static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case LongText text -> text.toString();
            case null, default -> null;
        };
    }

    /** The whole number of a field; empty when it is absent or something else. */
    public OptionalLong number(String name) {
        return fields.get(name) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** The number of a field, whole or not, as near as a double comes to it; empty when it is absent or something else. */
    public OptionalDouble real(String name) {
        return fields.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** The truth value of a field; empty when it is absent or something else. */
    public Optional<Boolean> flag(String name) {
        return fields.get(name) instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
    }

    /** The object in a field; empty when it is absent or something else. */
    public Optional<Document> document(String name) {
        return fields.get(name) instanceof Document nested ? Optional.of(nested) : Optional.empty();
    }

    /** The texts of a list; empty when the field is absent, something else, or holds anything but texts. */
    public List<String> texts(String name) {
        return list(name, Document::text);
    }

    /** The objects of a list; empty when the field is absent, something else, or holds anything but objects. */
    public List<Document> documents(String name) {
        return list(name, value -> value instanceof Document nested ? nested : null);
    }

    private <T> List<T> list(String name, Function<@Nullable Object, @Nullable T> reading) {
        if (!(fields.get(name) instanceof List<?> values)) {
            return List.of();
        }
        List<T> read = new ArrayList<>(values.size());
        for (Object value : values) {
            T each = reading.apply(value);
            if (each == null) {
                return List.of();
            }
            read.add(each);
        }
        return Collections.unmodifiableList(read);
    }

    public boolean has(String name) {
        return fields.has(name);
    }

    /** Whether a field is there and is {@code null}. */
    public boolean isNull(String name) {
        return fields.has(name) && fields.get(name) == null;
    }

    /** The names of all fields, in their order. */
    public Iterable<String> names() {
        return fields.names();
    }

    /** This object with a field set: where it was before, else at the end. */
    public Document with(String name, String value) {
        return set(name, value);
    }

    /** This object with a field set: where it was before, else at the end. */
    public Document with(String name, long value) {
        return set(name, value);
    }

    /** This object with a field set: where it was before, else at the end. */
    public Document with(String name, boolean value) {
        return set(name, value);
    }

    /** This object with a field set: where it was before, else at the end. */
    public Document with(String name, Document value) {
        return set(name, value);
    }

    /** This object with a field set to a list of texts: where it was before, else at the end. */
    public Document with(String name, List<String> values) {
        return set(name, List.copyOf(values));
    }

    /** This object with a field set to a list of objects: where it was before, else at the end. */
    public Document withAll(String name, List<Document> values) {
        return set(name, List.copyOf(values));
    }

    /** An object with one field of this one, when it has that field. */
    public Document only(String name) {
        return fields.has(name) ? EMPTY.set(name, fields.get(name)) : EMPTY;
    }

    /** This object with a field that is {@code null}. */
    public Document withNull(String name) {
        return set(name, null);
    }

    /** This object with a field set when there is a value, and as it is when there is none. */
    public Document withIfPresent(String name, Optional<String> value) {
        return value.isPresent() ? with(name, value.get()) : this;
    }

    /** This object with all fields of another set. */
    public Document withAll(Document other) {
        Fields more = fields.copy(other.fields.size());
        more.putAll(other.fields);
        return new Document(more);
    }

    public Document without(String name) {
        return has(name) ? without(Set.of(name)) : this;
    }

    /** This object without the named fields. */
    public Document without(Set<String> names) {
        Fields fewer = new Fields(fields.size());
        fields.forEach((name, value) -> {
            if (!names.contains(name)) {
                fewer.put(name, value);
            }
        });
        return new Document(fewer);
    }

    private Document set(String name, @Nullable Object value) {
        Fields more = fields.copy(1);
        more.put(name, value);
        return new Document(more);
    }

    /** The object as JSON, without spaces. */
    public Bytes bytes() {
        return Bytes.wrap(json());
    }

    /** As {@link #bytes}, in an array that the caller owns. */
    public byte[] json() {
        return DocumentWriter.write(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Document that && bytes().equals(that.bytes());
    }

    @Override
    public int hashCode() {
        return bytes().hashCode();
    }

    @Override
    public String toString() {
        return "Document" + fields.names();
    }
}
