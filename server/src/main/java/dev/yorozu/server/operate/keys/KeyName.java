package dev.yorozu.server.operate.keys;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.operate.transport.InvalidRequest;

/** Names of keys as operators write them: as declared, or with the partition in braces, as a cluster shows them. */
public final class KeyName {
    public static final String ALLOWED =
            "the name of a key: well-formed text, with braces around its partition at most";

    private KeyName() {}

    public static boolean isValid(String name) {
        return Keyspace.schema().find(name).isPresent();
    }

    /** Rejects a request with another name. */
    static void require(String name) {
        if (!isValid(name)) {
            throw InvalidRequest.field("name", ALLOWED);
        }
    }
}
