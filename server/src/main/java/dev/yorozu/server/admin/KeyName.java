package dev.yorozu.server.admin;

import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Key;

/** Names of keys as operators write them: as declared, or with the partition in braces, as a cluster shows them. */
public final class KeyName {
    public static final String ALLOWED =
            "the name of a key: well-formed text, with braces around its partition at most";

    private KeyName() {}

    public static boolean isValid(String name) {
        try {
            return !Key.ofClusterName(name).name().isEmpty();
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }

    /** The key behind a valid name. Braces are needed only for keys that the schema does not describe. */
    static Key key(String name, Schema schema) {
        return name.indexOf('{') >= 0 ? Key.ofClusterName(name) : schema.key(name);
    }
}
