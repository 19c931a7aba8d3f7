package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.cli.text.ValueText;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Findings as people read them: each once, then how many of each kind. */
record FindingsText(Console console) {
    private static final int MOST_LINES = 200;

    void print(Report report) {
        if (report.findings().isEmpty() && report.repaired().isEmpty()) {
            return;
        }
        print(report.repaired());
        print(report.findings());
        summary(report);
        console.out().println();
    }

    void print(List<Finding> findings) {
        for (Finding finding : findings.subList(0, Math.min(MOST_LINES, findings.size()))) {
            console.out()
                    .println(console.bold(ValueText.printable(finding.key())) + "  " + finding.what()
                            + console.faint("  [" + finding.point().title() + "]"));
            console.out().println("    " + state(finding));
        }
        if (findings.size() > MOST_LINES) {
            console.out().println("… and " + Amounts.count(findings.size() - MOST_LINES) + " more (--format json)");
        }
    }

    private static String state(Finding finding) {
        return switch (finding.state()) {
            case REPAIRED -> "repaired: " + finding.repair();
            case CHANGED -> "left alone: it was changing";
            case FOUND -> (finding.repairable() ? "repair: " : "not repairable: ") + finding.repair();
        };
    }

    private void summary(Report report) {
        console.out().println();
        Table table = new Table("DAMAGE", "POINT", ">REPAIRED", ">WRONG", ">REPAIRABLE");
        Map<Damage, long[]> counts = new EnumMap<>(Damage.class);
        report.repaired().forEach(finding -> count(counts, finding)[0]++);
        for (Finding finding : report.findings()) {
            long[] count = count(counts, finding);
            count[1]++;
            count[2] += finding.repairable() ? 1 : 0;
        }
        counts.forEach((damage, count) -> table.row(
                damage.title() + (damage.isNote() ? " (note)" : ""),
                damage.point().title(),
                Amounts.count(count[0]),
                Amounts.count(count[1]),
                Amounts.count(count[2])));
        table.print(console);
    }

    private static long[] count(Map<Damage, long[]> counts, Finding finding) {
        return counts.computeIfAbsent(finding.damage(), damage -> new long[3]);
    }
}
