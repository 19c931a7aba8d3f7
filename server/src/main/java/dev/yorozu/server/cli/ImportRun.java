package dev.yorozu.server.cli;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.moving.Fate;
import dev.yorozu.server.moving.Import;
import dev.yorozu.server.moving.Source;
import dev.yorozu.server.moving.Survey;
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
                return Yorozu.DONE;
            }
        }
        Survey survey;
        try (ProgressLine progress = new ProgressLine(console, "Importing", -1)) {
            survey = bringing.run(source, progress);
        }
        print(console, source, survey, "imported", true);
        if (answer.json()) {
            return Yorozu.DONE;
        }
        console.out()
                .println("Imported " + Amounts.keys(survey.count(Fate.TAKEN))
                        + (survey.count(Fate.THERE) == 0
                                ? "."
                                : "; " + Amounts.count(survey.count(Fate.THERE))
                                        + " were there already and stay as they are."));
        return Yorozu.DONE;
    }

    private void print(Console console, Source source, Survey survey, String taken, boolean written) {
        if (answer.json()) {
            console.out().println(json(survey, written));
            return;
        }
        Table table = new Table(
                Table.Column.left("pattern"),
                Table.Column.right("keys"),
                Table.Column.right(taken),
                Table.Column.right("there already"),
                Table.Column.left("left out"));
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
        ObjectNode json = OperationsJson.object()
                .put("written", written)
                .put("taken", survey.count(Fate.TAKEN))
                .put("there", survey.count(Fate.THERE));
        ArrayNode patterns = json.putArray("patterns");
        for (String kind : survey.kinds()) {
            patterns.add(OperationsJson.object()
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
