package dev.yorozu.server.cli;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.admin.nostalgic.Dossier;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import dev.yorozu.server.census.Statistics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;

/** Prints which services there are, and everything about one. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Show what the systems hold: an overview, the counters, likes, rankings and boards (show nostalgic), or"
                    + " everything about the services of one id (show nostalgic ID).",
            "Secrets are left out."
        })
final class ShowCommand implements Callable<Integer> {
    private static final String NOSTALGIC = "nostalgic";

    private final Console console;

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
            description = "Most services to list, up to 1000 (default: ${DEFAULT-VALUE})",
            defaultValue = "50")
    private int limit;

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    ShowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Optional<String> chosen = Optional.ofNullable(system);
        if (id != null && !chosen.filter(NOSTALGIC::equals).isPresent()) {
            throw new ParameterException(spec.commandLine(), "Only the services of nostalgic can be shown by their id");
        }
        return access.use(operations -> {
            if (chosen.isPresent() && !chosen.get().equals(NOSTALGIC)) {
                return patterns(operations, chosen.get());
            }
            NostalgicDesk desk = operations.nostalgic();
            return chosen.isEmpty() ? overview(desk) : id == null ? list(desk) : dossiers(desk, id);
        });
    }

    private int overview(NostalgicDesk desk) {
        List<Inventory.Summary> overview;
        try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
            overview = desk.overview(progress);
        }
        if (answer.json()) {
            console.out().println(NostalgicJson.json(overview).toPrettyString());
            return Yorozu.DONE;
        }
        Table table = new Table(
                Table.Column.left("KIND"),
                Table.Column.right("SERVICES"),
                Table.Column.right("TOTAL"),
                Table.Column.left("NEWEST"),
                Table.Column.left("CREATED"));
        for (Inventory.Summary each : overview) {
            table.row(
                    each.kind().id(),
                    Amounts.count(each.services()),
                    Amounts.count(each.total()),
                    each.newest().map(line -> ValueText.printable(line.id())).orElse("–"),
                    moment(each.newest().flatMap(Inventory.Line::created)));
        }
        table.print(console);
        return Yorozu.DONE;
    }

    private int list(NostalgicDesk desk) {
        Optional<Kind> kind = Optional.ofNullable(type)
                .map(name -> Kind.of(name)
                        .orElseThrow(() -> new ParameterException(
                                spec.commandLine(), "The type must be counter, like, ranking or bbs")));
        Inventory.Listing listing = desk.list(kind, search, Math.clamp(limit, 1, NostalgicDesk.LONGEST));
        if (answer.json()) {
            console.out().println(NostalgicJson.json(listing).toPrettyString());
            return Yorozu.DONE;
        }
        Table table = new Table(
                Table.Column.left("KIND"),
                Table.Column.left("ID"),
                Table.Column.right("TOTAL"),
                Table.Column.left("LAST USE"),
                Table.Column.left("ADDRESS"));
        for (Inventory.Line line : listing.lines()) {
            table.row(
                    line.kind().id(),
                    ValueText.printable(line.id()),
                    line.isReadable() ? Amounts.count(line.total()) : "–",
                    moment(line.last()),
                    line.isReadable() ? ValueText.printable(line.url()) : "(unreadable: see verify)");
        }
        table.print(console);
        if (listing.more()) {
            console.out().println(console.faint("There are more: --limit, --type and --search choose others."));
        }
        return Yorozu.DONE;
    }

    private int dossiers(NostalgicDesk desk, String name) {
        List<Dossier> dossiers = desk.dossiers(name);
        if (dossiers.isEmpty()) {
            throw new Refused("There is no service of this id");
        }
        if (answer.json()) {
            console.out().println(NostalgicJson.dossiers(dossiers).toPrettyString());
            return Yorozu.DONE;
        }
        for (Dossier dossier : dossiers) {
            console.out()
                    .println(console.bold(dossier.kind().id() + " " + ValueText.printable(dossier.id()))
                            + (dossier.indexed() ? "" : "  (not in the index)"));
            dossier.keys().forEach(entry -> {
                ValueText text = new ValueText(entry);
                console.out().println("  " + ValueText.printable(entry.name()) + console.faint("  " + text.outline()));
                entry.value()
                        .ifPresent(value ->
                                text.lines().forEach(line -> console.out().println("    " + line)));
            });
        }
        return Yorozu.DONE;
    }

    /** Other systems have no services to list; what they hold is told by pattern. */
    private int patterns(Operations operations, String owner) {
        Statistics statistics;
        try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
            statistics = operations.statistics(false, progress).statistics();
        }
        List<Statistics.Row> rows = statistics.rows().stream()
                .filter(row -> row.owner().equals(owner))
                .toList();
        if (rows.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "There is no such system: schema lists them");
        }
        if (answer.json()) {
            ArrayNode patterns = OperationsJson.object().putArray("patterns");
            rows.forEach(row -> patterns.add(OperationsJson.object()
                    .put("pattern", row.pattern())
                    .put("keys", row.keys())
                    .put("bytes", row.bytes())));
            console.out().println(patterns.toPrettyString());
            return Yorozu.DONE;
        }
        Table table = new Table(Table.Column.left("KEY"), Table.Column.right("KEYS"), Table.Column.right("BYTES"));
        rows.forEach(row -> table.row(row.pattern(), Amounts.count(row.keys()), Amounts.bytes(row.bytes())));
        table.print(console);
        return Yorozu.DONE;
    }

    private static String moment(Optional<Instant> instant) {
        return instant.map(Moments::text).orElse("–");
    }
}
