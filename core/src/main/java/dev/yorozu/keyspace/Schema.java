package dev.yorozu.keyspace;

import dev.yorozu.store.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A set of declared patterns, and the way back from a raw name to its pattern. */
public final class Schema {
    private static final int ASCII = 128;

    private final List<KeyPattern> patterns;
    /** By the first character of a name, those that can describe it, in the order of their declaration. */
    private final List<List<KeyPattern>> candidates = new ArrayList<>(ASCII);

    private Schema(List<KeyPattern> patterns) {
        this.patterns = List.copyOf(patterns);
        for (char first = 0; first < ASCII; first++) {
            String beginning = String.valueOf(first);
            candidates.add(patterns.stream()
                    .filter(each -> each.prefix().isEmpty() || each.prefix().startsWith(beginning))
                    .toList());
        }
    }

    /** Two patterns with one template are refused: a key has one declaration. */
    public static Schema of(List<KeyPattern> patterns) {
        Set<String> templates = new HashSet<>();
        for (KeyPattern pattern : patterns) {
            if (!templates.add(pattern.template())) {
                throw new IllegalArgumentException("Declared twice: " + pattern);
            }
        }
        return new Schema(patterns);
    }

    /** In the order of their declaration. */
    public List<KeyPattern> patterns() {
        return patterns;
    }

    /** The pattern that describes this name; empty when the product does not write such keys. */
    public Optional<KeyPattern> match(String name) {
        boolean indexed = !name.isEmpty() && name.charAt(0) < ASCII;
        for (KeyPattern pattern : indexed ? candidates.get(name.charAt(0)) : patterns) {
            if (pattern.describes(name)) {
                return Optional.of(pattern);
            }
        }
        return Optional.empty();
    }

    /**
     * The key with this name and the partition that its pattern declares; an undeclared one is its own partition, unless
     * braces in the name say otherwise, as a cluster shows it.
     */
    public Key key(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("Not a name that a key can have"));
    }

    /** As the other, of a name whose {@linkplain #match pattern} is known. */
    public Key key(String name, Optional<KeyPattern> pattern) {
        return pattern.flatMap(each -> each.named(name)).orElseGet(() -> Key.ofClusterName(name));
    }

    /** The key that {@link #key(String)} gives; empty for a text that no key can have as its name. */
    public Optional<Key> find(String name) {
        try {
            return Optional.of(key(name, match(name)));
        } catch (IllegalArgumentException notAName) {
            return Optional.empty();
        }
    }

    /**
     * The name as it may be shown: secret parts are replaced by marks. Of an undeclared name only what stands before its
     * first colon is shown.
     */
    public String redact(String name) {
        Optional<KeyPattern> pattern = match(name);
        if (pattern.isPresent()) {
            return pattern.get().redact(name);
        }
        int colon = name.indexOf(':') + 1;
        return name.substring(0, colon) + KeyPattern.mark(name.substring(colon));
    }
}
