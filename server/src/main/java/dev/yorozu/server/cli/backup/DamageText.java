package dev.yorozu.server.cli.backup;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.store.rocks.Repair;
import dev.yorozu.store.rocks.TableLoss;
import dev.yorozu.store.rocks.log.LogDamage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is damaged of a store, for people. Names of keys may be secrets, so kinds of keys are told instead. */
record DamageText(PrintWriter out, Schema schema) {
    void print(Repair.Findings findings) {
        if (findings.unfinished()) {
            out.println("A repair of this store was begun and is not complete.");
        }
        findings.log().ifPresent(this::print);
        findings.missing()
                .ifPresent(words -> out.println("The engine does not trust the logs that are there (" + words
                        + "): all changes that are not yet in sorted files are lost."));
        findings.tables().ifPresent(this::print);
    }

    private void print(LogDamage damage) {
        out.println("The log " + damage.file() + " is damaged at byte " + damage.offset() + ".");
        out.println("Lost: all changes after " + moment(damage.lastSound(), "the beginning of this log")
                + ", the newest of "
                + moment(damage.newest(), "an unknown time") + "; " + Amounts.bytes(damage.bytes()) + ", of which "
                + Amounts.count(damage.groups()) + " groups with " + Amounts.count(damage.writes())
                + " writes can still be read.");
    }

    private static String moment(Optional<Instant> moment, String otherwise) {
        return moment.map(Instant::toString).orElse(otherwise);
    }

    private void print(TableLoss loss) {
        out.println(
                "Damaged files: " + loss.files().stream().map(Path::toString).collect(Collectors.joining(", ")) + ".");
        for (TableLoss.Names names : loss.names()) {
            out.println(
                    "Lost, or as they were before: an unknown number of keys that lie side by side, of these kinds: "
                            + String.join(", ", kinds(names)) + ".");
        }
        Map<String, Integer> incomplete = new TreeMap<>();
        loss.incomplete().forEach(name -> incomplete.merge(kind(name), 1, Integer::sum));
        incomplete.forEach((kind, count) ->
                out.println("Lost: elements of " + Amounts.keys(count) + " of the kind " + kind + "."));
        out.println("Readable: " + Amounts.keys(loss.kept()) + ".");
    }

    private List<String> kinds(TableLoss.Names names) {
        List<String> kinds = schema.patterns().stream()
                .filter(pattern -> mayLieIn(pattern.prefix(), names))
                .map(KeyPattern::template)
                .sorted()
                .toList();
        return kinds.isEmpty() ? List.of("none that is known") : kinds;
    }

    /** Whether a name with this beginning can lie between the two. */
    private static boolean mayLieIn(String prefix, TableLoss.Names names) {
        boolean endsAfter = (prefix + Character.MAX_VALUE).compareTo(names.from()) >= 0;
        boolean beginsBefore =
                names.to().isEmpty() || prefix.compareTo(names.to().get()) < 0;
        return endsAfter && beginsBefore;
    }

    private String kind(String name) {
        return schema.match(name).map(KeyPattern::template).orElse("that is not known");
    }
}
