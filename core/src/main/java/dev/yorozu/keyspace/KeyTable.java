package dev.yorozu.keyspace;

import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one system, in the order of their declaration. A declaration enters its table, so that none is left out of the
 * schema. Only filled while the class that declares the keys is initialized.
 */
public final class KeyTable {
    private final String owner;
    private final List<KeyPattern> patterns = new ArrayList<>();

    /** @param owner the system or program that writes the keys */
    public KeyTable(String owner) {
        this.owner = owner;
    }

    /**
     * Declares keys of this system, with the parts of their name in braces, in the order in which they are given. The first
     * part is the partition unless the declaration names another.
     */
    public Declaration key(Category category, String template, Part... parts) {
        return new Declaration(category, template, List.of(parts));
    }

    /** All that was declared so far. */
    public Stream<KeyPattern> patterns() {
        return patterns.stream();
    }

    /** What is declared of a kind of key beyond its name: by default a string that lives until it is deleted. */
    public final class Declaration {
        final String owner = KeyTable.this.owner;
        final Category category;
        final String template;
        final List<Part> parts;
        ValueType type = ValueType.STRING;
        Lifetime lifetime = new Lifetime.Endless();
        Store.Form form = new Store.Form.Any();
        boolean internal;

        @Nullable
        String partition;

        KeyPattern.@Nullable Tells tells;

        private Declaration(Category category, String template, List<Part> parts) {
            this.category = category;
            this.template = template;
            this.parts = parts;
            // Only this program writes these, so that one from elsewhere means nothing here, or something wrong.
            internal = switch (category) {
                case LOCK, AUDIT, CREDENTIAL, STATISTICS, FEED -> true;
                default -> false;
            };
        }

        public Declaration type(ValueType type) {
            this.type = type;
            return this;
        }

        public Declaration lives(Lifetime lifetime) {
            this.lifetime = lifetime;
            return this;
        }

        /** Says that the string is a whole number. */
        public Declaration number() {
            this.form = new Store.Form.Number();
            return this;
        }

        /** Says that the string is an object of JSON with at least these fields: those without which it is not read. */
        public Declaration json(String... fields) {
            this.form = new Store.Form.Json(List.of(fields));
            return this;
        }

        /** Names the part that keeps related keys together on one node of a cluster. */
        public Declaration partition(String part) {
            this.partition = part;
            return this;
        }

        /** Says that no other program ever wrote such keys; of locks, statistics and the audit log that is so anyway. */
        public Declaration internal() {
            this.internal = true;
            return this;
        }

        /** Says what a change of such a key means to programs that check tokens by themselves; its last part says whose. */
        public Declaration tells(KeyPattern.Tells tells) {
            this.tells = tells;
            return this;
        }

        /** Ends the declaration with what is kept there, in a few words. */
        public KeyPattern holds(String about) {
            return declared(about, false);
        }

        /** As {@link #holds}, of a value that may not be shown: tokens, hashes of secrets, personal records. */
        public KeyPattern holdsSecret(String about) {
            return declared(about, true);
        }

        private KeyPattern declared(String about, boolean secretValue) {
            patterns.add(new KeyPattern(this, about, secretValue));
            return patterns.getLast();
        }
    }
}
