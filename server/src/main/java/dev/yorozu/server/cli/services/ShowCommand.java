package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.server.operate.services.ServiceDetails;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.statistics.StatisticsOperations;
import dev.yorozu.server.operate.statistics.StatisticsOperations.StatisticsRequest;
import dev.yorozu.server.operate.transport.Nothing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints which services there are, and everything about one. */
@Command(
        name = "show",
        description = {
            "Show what the systems hold: an overview, the counters, likes, rankings and boards (show nostalgic), or"
                    + " everything about the services of one id (show nostalgic ID).",
            "Secrets are left out."
        })
public final class ShowCommand extends TableCommand {
    private static final String NOSTALGIC = "nostalgic";

    @Parameters(index = "0", arity = "0..1", paramLabel = "SYSTEM", description = "nostalgic, or another system")
    private @Nullable String system;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "The id of a service")
    private @Nullable String id;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only counter, like, ranking or bbs")
    private @Nullable String type;

    @Option(names = "--search", paramLabel = "TEXT", description = "Only what has this text in its id or address")
    private String search = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most services to list, up to 1000 (default: ${DEFAULT-VALUE})")
    private int limit = 50;

    @Override
    public Integer call() {
        if (id != null && !NOSTALGIC.equals(system)) {
            throw wrong("Only the services of nostalgic can be shown by their id");
        }
        if (system == null) {
            return overview();
        }
        return system.equals(NOSTALGIC) ? services() : patterns(system);
    }

    private int overview() {
        ServiceOperations.Overview overview = walk("Counting", ServiceOperations.OVERVIEW, new Nothing());
        return print(overview, () -> {
            Table table = new Table("KIND", ">SERVICES", ">TOTAL", "NEWEST", "CREATED");
            for (Inventory.Summary each : overview.kinds()) {
                table.row(
                        each.kind().id(),
                        Amounts.count(each.services()),
                        Amounts.count(each.total()),
                        each.newest()
                                .map(line -> ValueText.printable(line.id()))
                                .orElse("–"),
                        moment(each.newest().flatMap(Inventory.Line::created)));
            }
            table.print(console());
        });
    }

    private int services() {
        if (id != null) {
            return details(id);
        }
        if (type != null && Kind.of(type).isEmpty()) {
            throw wrong("The type must be counter, like, ranking or bbs");
        }
        Inventory.Listing listing = call(
                ServiceOperations.LIST,
                new ServiceOperations.ListRequest(
                        type == null ? "" : type, search, Math.clamp(limit, 1, ServiceOperations.LONGEST)));
        return print(listing, () -> print(listing));
    }

    private void print(Inventory.Listing listing) {
        Table table = new Table("KIND", "ID", ">TOTAL", "LAST USE", "ADDRESS");
        for (Inventory.Line line : listing.lines()) {
            table.row(
                    line.kind().id(),
                    ValueText.printable(line.id()),
                    line.isReadable() ? Amounts.count(line.total()) : "–",
                    moment(line.last()),
                    line.isReadable() ? ValueText.printable(line.url()) : "(unreadable: see verify)");
        }
        table.print(console());
        if (listing.more()) {
            println(console().faint("There are more: --limit, --type and --search choose others."));
        }
    }

    private int details(String name) {
        ServiceOperations.Details details = call(ServiceOperations.DETAILS, new ServiceOperations.ServiceName(name));
        if (details.services().isEmpty()) {
            throw new Refused("There is no service of this id");
        }
        return print(details, () -> details.services().forEach(this::print));
    }

    private void print(ServiceDetails service) {
        println(console().bold(service.kind().id() + " " + ValueText.printable(service.id()))
                + (service.indexed() ? "" : "  (not in the index)"));
        for (Entry entry : service.keys()) {
            ValueText text = new ValueText(entry);
            println("  " + ValueText.printable(entry.name()) + console().faint("  " + text.outline()));
            if (entry.value().isPresent()) {
                text.lines().forEach(line -> println("    " + line));
            }
        }
    }

    /** What is printed of one pattern. */
    private record Held(String pattern, long keys, long bytes) {}

    /** Other systems have no services to list; what they hold is told by pattern. */
    private int patterns(String owner) {
        List<Held> rows = walk("Counting", StatisticsOperations.STATISTICS, new StatisticsRequest(false, ""))
                .statistics()
                .rows()
                .stream()
                .filter(row -> row.owner().equals(owner))
                .map(row -> new Held(row.pattern(), row.keys(), row.bytes()))
                .toList();
        if (rows.isEmpty()) {
            throw wrong("There is no such system: schema lists them");
        }
        return print(rows, () -> {
            Table table = new Table("KEY", ">KEYS", ">BYTES");
            rows.forEach(row -> table.row(row.pattern(), Amounts.count(row.keys()), Amounts.bytes(row.bytes())));
            table.print(console());
        });
    }

    private static String moment(Optional<Instant> instant) {
        return instant.map(Moments::text).orElse("–");
    }
}
