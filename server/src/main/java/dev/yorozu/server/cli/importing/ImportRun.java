package dev.yorozu.server.cli.importing;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.Access;
import dev.yorozu.server.cli.command.Answer;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.moving.Fate;
import dev.yorozu.server.operate.moving.Import;
import dev.yorozu.server.operate.moving.Source;
import dev.yorozu.server.operate.moving.Survey;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What all imports have in common: first a look, then, if that is wanted, the run. */
final class ImportRun {
    @Option(names = "--apply", description = "Write; without it, say what would be written and ask at a terminal")
    private boolean apply;

    @Option(
            names = "--overwrite",
            description = "Replace keys that are there already; without it they stay as they are")
    private boolean overwrite;

    @Option(names = "--unknown", description = "Take keys that no system here knows, too")
    private boolean unknown;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    int run(Console console, Source source) {
        try (source) {
            return access.open(store -> run(console, source, store));
        }
    }

    private int run(Console console, Source source, Store store) {
        Import bringing = new Import(
                store,
                Keyspace.schema(),
                access.limits(),
                InstantSource.system(),
                new Import.Options(overwrite, unknown));
        if (!apply) {
            Survey survey;
            try (ProgressLine progress = new ProgressLine(console, "Looking", -1)) {
                survey = bringing.look(source, progress);
            }
            print(console, source, survey, "to import", false);
            long taken = survey.count(Fate.TAKEN);
            if (taken == 0 || !console.confirms("Import " + Amounts.keys(taken) + "?")) {
                if (!answer.json()) {
                    console.out().println("Nothing was written" + (taken == 0 ? "." : ": --apply imports them."));
                }
                return Status.DONE;
            }
        }
        Survey survey;
        try (ProgressLine progress = new ProgressLine(console, "Importing", -1)) {
            survey = bringing.run(source, progress);
        }
        print(console, source, survey, "imported", true);
        if (answer.json()) {
            return Status.DONE;
        }
        console.out()
                .println("Imported " + Amounts.keys(survey.count(Fate.TAKEN))
                        + (survey.count(Fate.THERE) == 0
                                ? "."
                                : "; " + Amounts.count(survey.count(Fate.THERE))
                                        + " were there already and stay as they are."));
        return Status.DONE;
    }

    private void print(Console console, Source source, Survey survey, String taken, boolean written) {
        if (answer.json()) {
            console.out().println(json(survey, written));
            return;
        }
        Table table = new Table("pattern", ">keys", ">" + taken, ">there already", "left out");
        for (String kind : survey.kinds()) {
            table.row(
                    kind,
                    Amounts.count(survey.keys(kind)),
                    Amounts.count(survey.of(kind, Fate.TAKEN)),
                    Amounts.count(survey.of(kind, Fate.THERE)),
                    leftOut(survey, kind));
        }
        table.print(console);
        source.notes().forEach(console.out()::println);
    }

    private static ObjectNode json(Survey survey, boolean written) {
        ObjectNode json = OperateJson.object()
                .put("written", written)
                .put("taken", survey.count(Fate.TAKEN))
                .put("there", survey.count(Fate.THERE));
        ArrayNode patterns = json.putArray("patterns");
        for (String kind : survey.kinds()) {
            patterns.add(OperateJson.object()
                    .put("pattern", kind)
                    .put("keys", survey.keys(kind))
                    .put("taken", survey.of(kind, Fate.TAKEN))
                    .put("there", survey.of(kind, Fate.THERE))
                    .put("leftOut", leftOut(survey, kind)));
        }
        return json;
    }

    private static String leftOut(Survey survey, String kind) {
        return Arrays.stream(Fate.values())
                .filter(fate -> !fate.why().isEmpty() && survey.of(kind, fate) > 0)
                .map(fate -> Amounts.count(survey.of(kind, fate)) + ": " + fate.why())
                .collect(Collectors.joining("; "));
    }
}
