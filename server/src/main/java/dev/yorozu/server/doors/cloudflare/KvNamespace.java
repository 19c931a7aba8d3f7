package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A namespace of Workers KV, and which keys of the store it stands for. Keys that only this program writes are in none.
 *
 * @param title what people and configurations call it; a client may name it by its id or its title
 */
public record KvNamespace(String title, String id, Reach reach) {
    private static final Schema SCHEMA = Keyspace.schema();
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9_-]{1,100})=([0-9a-f]{32})=(?:@([a-z]+)|([^@{}\\s][^{}\\s]{0,127}))");

    /** Which keys these are. */
    sealed interface Reach {
        /** Those whose names begin so, without that beginning. */
        record Prefixed(String prefix) implements Reach {}

        /** Those that a system declares, by their names. */
        record Declared(String system) implements Reach {}
    }

    /** What the settings say of one namespace; empty when they say it in another way. */
    static Optional<KvNamespace> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String system = matcher.group(3);
        boolean known = system == null
                || SCHEMA.patterns().stream()
                        .anyMatch(pattern -> pattern.owner().equals(system));
        Reach reach = system == null ? new Reach.Prefixed(matcher.group(4)) : new Reach.Declared(system);
        return known ? Optional.of(new KvNamespace(matcher.group(1), matcher.group(2), reach)) : Optional.empty();
    }

    boolean isCalled(String text) {
        return id.equals(text) || title.equals(text);
    }

    /** The key of the store that a client means by a name; empty when this namespace can hold none of that name. */
    Optional<Key> key(String name) {
        return switch (reach) {
            case Reach.Prefixed prefixed -> held(prefixed.prefix() + name);
            case Reach.Declared declared -> held(name).or(() -> digested(declared.system(), name));
        };
    }

    /** What clients call a key of the store; empty for one of no concern to them. */
    Optional<String> name(Key key) {
        String name = key.name();
        return switch (reach) {
            case Reach.Prefixed prefixed ->
                name.length() > prefixed.prefix().length() && name.startsWith(prefixed.prefix())
                        ? held(name)
                                .map(held -> name.substring(prefixed.prefix().length()))
                        : Optional.empty();
            case Reach.Declared declared -> held(name).map(Key::name);
        };
    }

    /** What all those keys begin with in the store that clients know to begin so. */
    String beginning(String prefix) {
        return reach instanceof Reach.Prefixed prefixed ? prefixed.prefix() + prefix : prefix;
    }

    private Optional<Key> held(String name) {
        if (!Key.isName(name)) {
            return Optional.empty();
        }
        Optional<KeyPattern> pattern = SCHEMA.match(name);
        if (pattern.isPresent()) {
            return pattern.filter(this::holds).flatMap(found -> found.named(name));
        }
        return reach instanceof Reach.Prefixed ? SCHEMA.find(name) : Optional.empty();
    }

    private boolean holds(KeyPattern pattern) {
        boolean own =
                !(reach instanceof Reach.Declared declared) || pattern.owner().equals(declared.system());
        return own && !pattern.internal() && pattern.type() == ValueType.STRING;
    }

    /** A name such as {@code crashreport:ratelimit:2001:db8::1}, at whose end the declaration takes any text by its digest. */
    private Optional<Key> digested(String system, String name) {
        return SCHEMA.patterns().stream()
                .filter(pattern -> pattern.owner().equals(system) && holds(pattern) && endsInAnyText(pattern))
                .filter(pattern -> name.startsWith(pattern.prefix())
                        && name.length() > pattern.prefix().length())
                .findFirst()
                .flatMap(pattern -> pattern.find(name.substring(pattern.prefix().length())));
    }

    private static boolean endsInAnyText(KeyPattern pattern) {
        return pattern.parts().size() == 1
                && pattern.parts().getFirst().anyText()
                && pattern.template().endsWith("}")
                && !pattern.prefix().isEmpty();
    }
}
