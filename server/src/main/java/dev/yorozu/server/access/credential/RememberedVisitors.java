package dev.yorozu.server.access.credential;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The visitors of one door or interface whose clients bring their secret with every request. The most recent ones are remembered, so that a
 * request does not sign in anew; what counts of their credentials is looked after as ever. Safe for use by many threads.
 */
public final class RememberedVisitors {
    private static final int MOST = 1_024;

    private final String entrance;
    private final Visitors visitors;
    private final Map<Caller, Visitor> known = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Caller, Visitor> eldest) {
            return size() > MOST;
        }
    };

    /** @param entrance the name of the door or interface, for the audit log */
    public RememberedVisitors(String entrance, Visitors visitors) {
        this.entrance = entrance;
        this.visitors = visitors;
    }

    /** Who presents a secret, which is kept as a digest. */
    private record Caller(InetAddress address, Bytes digest) {}

    /** What is known of who presented a secret. */
    public sealed interface Recognition {
        record Known(Visitor visitor) implements Recognition {}

        record Wrong() implements Recognition {}

        /** Too many wrong secrets came from this address; this one was not looked at. */
        record Waiting() implements Recognition {}
    }

    public Recognition recognise(InetAddress address, String secret) {
        Caller caller = new Caller(address, Bytes.wrap(Digests.sha256(secret)));
        Visitor remembered = find(caller);
        if (remembered != null && remembered.credential().isPresent()) {
            return new Recognition.Known(remembered);
        }
        Visitor visitor = visitors.visitor(entrance, address);
        return switch (visitor.signIn(secret)) {
            case RIGHT -> {
                keep(caller, visitor);
                yield new Recognition.Known(visitor);
            }
            case WRONG -> new Recognition.Wrong();
            case WAIT -> new Recognition.Waiting();
        };
    }

    private synchronized @Nullable Visitor find(Caller caller) {
        return known.get(caller);
    }

    private synchronized void keep(Caller caller, Visitor visitor) {
        known.put(caller, visitor);
    }
}
