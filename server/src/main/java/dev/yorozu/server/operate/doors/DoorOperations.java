package dev.yorozu.server.operate.doors;

import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.doors.SchemaLog;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** What an operator can ask about the doors of the server that answers. */
public final class DoorOperations {
    public static final Operation<Nothing, Report> REPORT = Operation.get("/doors", Nothing.class, Report.class);

    private DoorOperations() {}

    /**
     * @param schema what happens with what clients write against the declared keyspace: {@code off}, {@code warn},
     *     {@code enforce}
     * @param doors those that are open
     * @param violations since the start, the most frequent first
     * @param undeclared writes to keys that are not declared, by what stands before the first colon
     */
    public record Report(String schema, List<Door> doors, List<Violations> violations, List<Undeclared> undeclared) {}

    /** @param connections none for a door that is asked over HTTP, by connections of the server */
    public record Door(String name, String address, Optional<Long> connections, long commands) {}

    /**
     * @param key the declaration
     * @param reason {@code type}, {@code life} or {@code form}
     * @param refused whether it was undone
     */
    public record Violations(String key, String reason, boolean refused, long times, Instant last) {}

    public record Undeclared(String prefix, long writes) {}

    public static void bind(LocalOperations operations, Supplier<Doors> doors) {
        operations.on(REPORT, request -> report(doors.get()));
    }

    private static Report report(Doors doors) {
        SchemaLog log = doors.schema();
        return new Report(
                doors.mode().name().toLowerCase(Locale.ROOT),
                doors.states().stream()
                        .map(state -> new Door(state.name(), state.address(), state.connections(), state.commands()))
                        .toList(),
                log.violations().stream()
                        .map(each -> new Violations(
                                each.key(),
                                each.flaw().name().toLowerCase(Locale.ROOT),
                                each.undone(),
                                each.times(),
                                each.last()))
                        .toList(),
                log.undeclared().stream()
                        .map(each -> new Undeclared(each.prefix(), each.writes()))
                        .toList());
    }
}
