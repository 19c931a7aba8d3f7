package dev.yorozu.server.doors;

import dev.yorozu.command.Access;
import dev.yorozu.command.CommandTable;
import dev.yorozu.command.Commands;
import dev.yorozu.command.SchemaMode;
import dev.yorozu.command.Session;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.access.credential.Visitors;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.redis.StoreScripts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What the doors of one server have in common. Safe for use by many threads. */
public final class Doors implements AutoCloseable {
    private static final Schema KEYSPACE = Keyspace.schema();

    private final SchemaMode mode;
    private final Commands commands;
    private final Visitors visitors;
    private final DoorAudit audit;
    private final SchemaLog schema;
    private final Changes changes;
    private final Map<String, Opening> open = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    private record Opening(String address, Optional<LongSupplier> connections) {}

    /**
     * A door as operators see it.
     *
     * @param address where it is open
     * @param connections that are open now; empty for a door that is asked over HTTP, by connections of the server
     * @param commands that came since the start
     */
    public record State(String name, String address, Optional<Long> connections, long commands) {}

    /**
     * All that is given stays the caller's.
     *
     * @param mode what happens with what clients write against the declared keyspace
     * @param changes is told what they write
     */
    public Doors(Store store, SchemaMode mode, Limits limits, Visitors visitors, Changes changes) {
        this.mode = mode;
        CommandTable table = CommandTable.standard(StoreScripts.commands());
        this.commands = new Commands(store, table, KEYSPACE, mode, limits, visitors.clock(), new SecureRandom());
        this.visitors = visitors;
        this.audit = new DoorAudit(visitors.audit(), KEYSPACE, visitors.clock());
        this.schema = new SchemaLog(visitors.clock());
        this.changes = changes;
    }

    /** Shows what is counted here; called once. */
    public Doors metered(PrometheusRegistry registry) {
        DoorMetrics.register(registry, this);
        return this;
    }

    /** Those who come in by a door, and by whatever else takes credentials. */
    public Visitors visitors() {
        return visitors;
    }

    /** What a visitor asks for, each command within the rights of the credential that it came with. */
    public Session session(Visitor visitor, Durability durability) {
        return session(visitor, access(visitor), durability);
    }

    /** As the other, for a door that looks after keys of its own beside those of its visitors. */
    public Session session(Visitor visitor, Access access, Durability durability) {
        return commands.session(
                durability, access, new VisitorObserver(visitor, calls(visitor.entrance()), schema, audit, changes));
    }

    /** What a visitor may do, asked anew each time. */
    public Access access(Visitor visitor) {
        return new VisitorAccess(visitor, KEYSPACE);
    }

    private LongAdder calls(String door) {
        LongAdder known = calls.get(door);
        return known != null ? known : calls.computeIfAbsent(door, any -> new LongAdder());
    }

    /** Notes that a door is open there. */
    public void opened(String door, String address, LongSupplier connections) {
        open.put(door, new Opening(address, Optional.of(connections)));
    }

    /** As the other, of a door that is asked over HTTP. */
    public void opened(String door, String address) {
        open.put(door, new Opening(address, Optional.empty()));
    }

    public void closed(String door) {
        open.remove(door);
    }

    /** The doors that are open. */
    public List<State> states() {
        return open.entrySet().stream()
                .map(each -> new State(
                        each.getKey(),
                        each.getValue().address(),
                        each.getValue().connections().map(LongSupplier::getAsLong),
                        calls(each.getKey()).sum()))
                .toList();
    }

    public SchemaMode mode() {
        return mode;
    }

    /** What clients wrote against the declared keyspace, or beside it. */
    public SchemaLog schema() {
        return schema;
    }

    /** Writes down what of the last moment is not yet in the audit log. */
    @Override
    public void close() {
        audit.write();
    }
}
