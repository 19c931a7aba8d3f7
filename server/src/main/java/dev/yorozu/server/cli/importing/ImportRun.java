package dev.yorozu.server.cli.importing;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.moving.Fate;
import dev.yorozu.server.operate.moving.Import;
import dev.yorozu.server.operate.moving.Source;
import dev.yorozu.server.operate.moving.Survey;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What all imports have in common: first a look, then, if that is wanted, the run. */
abstract class ImportRun extends AnsweringCommand {
    @Option(names = "--apply", description = "Write; without it, say what would be written and ask at a terminal")
    private boolean apply;

    @Option(
            names = "--overwrite",
            description = "Replace keys that are there already; without it they stay as they are")
    private boolean overwrite;

    @Option(names = "--unknown", description = "Take keys that no system here knows, too")
    private boolean unknown;

    /** Where the keys come from. */
    abstract Source open();

    @Override
    public final Integer call() {
        try (Source source = open()) {
            return access().open(store -> run(source, store));
        }
    }

    private int run(Source source, Store store) {
        Import bringing = new Import(
                store,
                Keyspace.schema(),
                access().limits(),
                InstantSource.system(),
                new Import.Options(overwrite, unknown));
        if (!apply) {
            Survey survey;
            try (ProgressLine progress = new ProgressLine(console(), "Looking", -1)) {
                survey = bringing.look(source, progress);
            }
            print(source, survey, "to import", false);
            long taken = survey.count(Fate.TAKEN);
            if (taken == 0 || !console().confirms("Import " + Amounts.keys(taken) + "?")) {
                if (!json()) {
                    println("Nothing was written" + (taken == 0 ? "." : ": --apply imports them."));
                }
                return Status.DONE;
            }
        }
        Survey survey;
        try (ProgressLine progress = new ProgressLine(console(), "Importing", -1)) {
            survey = bringing.run(source, progress);
        }
        print(source, survey, "imported", true);
        if (json()) {
            return Status.DONE;
        }
        println("Imported " + Amounts.keys(survey.count(Fate.TAKEN))
                + (survey.count(Fate.THERE) == 0
                        ? "."
                        : "; " + Amounts.count(survey.count(Fate.THERE))
                                + " were there already and stay as they are."));
        return Status.DONE;
    }

    private void print(Source source, Survey survey, String taken, boolean written) {
        List<Pattern> patterns =
                survey.kinds().stream().map(kind -> Pattern.of(survey, kind)).toList();
        if (json()) {
            printJson(List.of(new Result(written, survey.count(Fate.TAKEN), survey.count(Fate.THERE), patterns)));
            return;
        }
        Table table = new Table("pattern", ">keys", ">" + taken, ">there already", "left out");
        for (Pattern each : patterns) {
            table.row(
                    each.pattern(),
                    Amounts.count(each.keys()),
                    Amounts.count(each.taken()),
                    Amounts.count(each.there()),
                    each.leftOut());
        }
        table.print(console());
        source.notes().forEach(this::println);
    }

    /** What programs are told. */
    private record Result(boolean written, long taken, long there, List<Pattern> patterns) {}

    private record Pattern(String pattern, long keys, long taken, long there, String leftOut) {
        static Pattern of(Survey survey, String kind) {
            return new Pattern(
                    kind,
                    survey.keys(kind),
                    survey.of(kind, Fate.TAKEN),
                    survey.of(kind, Fate.THERE),
                    ImportRun.leftOut(survey, kind));
        }
    }

    private static String leftOut(Survey survey, String kind) {
        return Arrays.stream(Fate.values())
                .filter(fate -> !fate.why().isEmpty() && survey.of(kind, fate) > 0)
                .map(fate -> Amounts.count(survey.of(kind, fate)) + ": " + fate.why())
                .collect(Collectors.joining("; "));
    }
}
