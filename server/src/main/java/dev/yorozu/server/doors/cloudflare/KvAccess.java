package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.command.Access;
import dev.yorozu.command.call.Command;
import dev.yorozu.keyspace.ServerKeys;

/** The rights of a visitor, who reaches with a value what lies beside it. No client can name a key of metadata by itself. */
record KvAccess(Access visitor) implements Access {
    @Override
    public boolean permits(Command command) {
        return visitor.permits(command);
    }

    @Override
    public boolean reaches(String key) {
        return ServerKeys.KV_METADATA.describes(key) || visitor.reaches(key);
    }
}
