package dev.yorozu.server.doors;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.access.credential.Visitor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Writes down what clients of doors deleted, which dangerous commands they used, and what was refused to them. What one client did
 * alike within a second is one event with a number, so that a client that deletes a million keys fills no log. A crash loses
 * what was gathered. Safe for use by many threads.
 */
final class DoorAudit {
    private static final Logger LOGGER = Logger.getLogger(DoorAudit.class.getName());
    private static final Duration GATHERED = Duration.ofSeconds(1);
    private static final int MOST_DEEDS = 1000;
    private static final String UNDECLARED = "undeclared";

    private final AuditLog log;
    private final Schema schema;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<Deed, Count> deeds = new LinkedHashMap<>();

    DoorAudit(AuditLog log, Schema schema, InstantSource clock) {
        this.log = log;
        this.schema = schema;
        this.clock = clock;
    }

    /**
     * What is one event when it happens again.
     *
     * @param command its name in capital letters
     * @param about the declaration of the key; empty where there is no key
     */
    private record Deed(
            String door,
            String client,
            Optional<String> user,
            String action,
            String command,
            String about,
            String end) {}

    /** @param shown the first key, as it may be shown */
    private record Count(long times, String shown) {}

    /**
     * Notes a deed.
     *
     * @param key the name of the key that it is about; empty where there is none
     */
    void note(Visitor visitor, String action, String command, String key, String end) {
        Optional<KeyPattern> pattern = key.isEmpty() ? Optional.empty() : schema.match(key);
        String about = key.isEmpty() ? "" : pattern.map(KeyPattern::template).orElse(UNDECLARED);
        boolean first;
        lock.lock();
        try {
            first = deeds.isEmpty();
            String kind = deeds.size() < MOST_DEEDS ? about : "";
            deeds.merge(
                    new Deed(visitor.entrance(), visitor.client(), visitor.name(), action, command, kind, end),
                    new Count(1, key.isEmpty() ? "" : schema.redact(key)),
                    (count, one) -> new Count(count.times() + 1, count.shown()));
        } finally {
            lock.unlock();
        }
        if (first) {
            Thread.ofVirtual().name("door-audit").start(this::writeLater);
        }
    }

    private void writeLater() {
        try {
            Thread.sleep(GATHERED);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        write();
    }

    /** Writes down what was gathered. */
    void write() {
        Map<Deed, Count> gathered;
        lock.lock();
        try {
            gathered = deeds;
            deeds = new LinkedHashMap<>();
        } finally {
            lock.unlock();
        }
        try {
            gathered.forEach((deed, count) -> log.append(event(deed, count)));
        } catch (RuntimeException fault) {
            LOGGER.log(Level.WARNING, "What clients of doors did could not be written to the audit log", fault);
        }
    }

    private Event event(Deed deed, Count count) {
        String what = count.times() == 1 ? count.shown() : deed.about() + " (" + count.times() + " times)";
        return Event.of(clock.instant(), Kind.DOOR, deed.door(), deed.action())
                .by(deed.user())
                .from(deed.client())
                .about((deed.command() + " " + what).strip(), deed.about())
                .ending(deed.end());
    }
}
