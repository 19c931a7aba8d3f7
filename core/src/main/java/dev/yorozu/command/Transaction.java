package dev.yorozu.command;

import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * MULTI, EXEC, DISCARD and WATCH of one client: calls are kept, and then done as one step. A call that cannot be done spoils the
 * whole before anything is; one that fails while they are done is answered with its fault, and the others are done, as in
 * Redis.
 */
final class Transaction {
    private static final Reply QUEUED = new Reply.Simple("QUEUED");
    private static final int MOST_CALLS = Limits.DEFAULT.batchOperations();
    private static final long MOST_BYTES = 16 << 20;

    private final Commands commands;
    private final Session.Client client;
    private final List<Prepared> calls = new ArrayList<>();
    private final Map<String, Watched> watched = new LinkedHashMap<>();
    private long bytes;
    private boolean open;
    private boolean spoilt;

    Transaction(Commands commands, Session.Client client) {
        this.commands = commands;
        this.client = client;
    }

    boolean isOpen() {
        return open;
    }

    Reply begin() {
        if (open) {
            return Reply.error("ERR MULTI calls can not be nested");
        }
        open = true;
        return Reply.OK;
    }

    Reply queue(Prepared call) {
        if (calls.size() == MOST_CALLS) {
            throw new Refused("ERR too many commands in one transaction: at most " + MOST_CALLS);
        }
        bytes += call.parts().stream().mapToLong(Bytes::length).sum();
        if (bytes > MOST_BYTES) {
            calls.clear(); // They cannot be done any more, and need not be held until the client says so.
            throw new Refused("ERR too many bytes in one transaction: at most " + MOST_BYTES);
        }
        calls.add(call);
        return QUEUED;
    }

    /** Notes that a call was refused: a transaction that is open can only be discarded. */
    void spoil() {
        spoilt |= open;
    }

    Reply watch(List<Key> keys) {
        if (open) {
            return Reply.error("ERR WATCH inside MULTI is not allowed");
        }
        for (Key key : keys) {
            if (!watched.containsKey(key.name())) {
                if (watched.size() == MOST_CALLS) {
                    throw new Refused("ERR too many watched keys: at most " + MOST_CALLS);
                }
                watched.put(key.name(), commands.watch(key));
            }
        }
        return Reply.OK;
    }

    Reply unwatch() {
        watched.clear();
        return Reply.OK;
    }

    Reply discard() {
        if (!open) {
            return Reply.error("ERR DISCARD without MULTI");
        }
        end();
        return Reply.OK;
    }

    Reply execute() {
        if (!open) {
            return Reply.error("ERR EXEC without MULTI");
        }
        try {
            return spoilt
                    ? Reply.error("EXECABORT Transaction discarded because of previous errors.")
                    : executeAllowed();
        } finally {
            end();
        }
    }

    /** What the client may no longer do is refused, and the rest is done, as in Redis. */
    private Reply executeAllowed() {
        List<Prepared> allowed = new ArrayList<>(calls.size());
        Map<Integer, Reply> refused = new TreeMap<>();
        for (int i = 0; i < calls.size(); i++) {
            Prepared call = calls.get(i);
            Optional<Session.Lacking> lacking = client.lacking(call);
            if (lacking.isPresent()) {
                client.observer().refused(call.command(), call.keys());
                refused.put(i, lacking.get().lateRefusal());
            } else {
                allowed.add(call);
            }
        }
        Reply reply = commands.runAll(allowed, List.copyOf(watched.values()), client);
        if (refused.isEmpty() || !(reply instanceof Reply.Array done)) {
            return reply;
        }
        List<Reply> replies = new ArrayList<>(done.items());
        refused.forEach(replies::add);
        return new Reply.Array(replies);
    }

    private void end() {
        open = false;
        spoilt = false;
        bytes = 0;
        calls.clear();
        watched.clear();
    }
}
