package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.command.Access;
import dev.yorozu.credential.Permission;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One call of a visitor, and what the door works with. Belongs to one thread. */
record KvClient(Door door, Visitor visitor, Call call) {
    private static final Set<Permission> LISTING = EnumSet.of(Permission.READ, Permission.KEYSPACE);

    /** What the door itself has. */
    record Door(
            Doors doors,
            Store store,
            List<KvNamespace> namespaces,
            Durability durability,
            int mostBytes,
            InstantSource clock) {}

    /** Answers one call. */
    @FunctionalInterface
    interface Work {
        Reply answer(KvClient client) throws IOException;
    }

    /** The namespace that the path names. */
    KvNamespace namespace() {
        String called = call.parameter("namespace");
        for (KvNamespace each : door.namespaces()) {
            if (each.isCalled(called)) {
                return each;
            }
        }
        throw KvErrors.NO_NAMESPACE.exception();
    }

    /** The key that the rest of the path names. */
    String key() {
        return String.join("/", call.tail());
    }

    KvValues values() {
        Access access = new KvAccess(door.doors().access(visitor));
        return new KvValues(door.doors().session(visitor, access, door.durability()), namespace(), door.mostBytes());
    }

    Instant now() {
        return door.clock().instant();
    }

    /** @param limit the name by which this form of call asks for a page of some length */
    KvListing.Page list(String limit) {
        KvNamespace namespace = namespace();
        if (visitor.credential()
                .filter(credential -> credential.rights().permits(LISTING))
                .isEmpty()) {
            throw KvErrors.FORBIDDEN.exception();
        }
        return new KvListing(door.store(), door.doors().access(visitor), namespace, now())
                .page(
                        call.query("prefix").orElse(""),
                        KvListing.limit(call.query(limit)),
                        call.query("cursor").orElse(""));
    }
}
