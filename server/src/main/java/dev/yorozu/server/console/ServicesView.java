package dev.yorozu.server.console;

import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.pages.Moment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The counters, likes, rankings and boards that there are.
 *
 * @param search what their names or addresses hold
 * @param report what a check found; empty before anybody asked
 */
public record ServicesView(String search, List<Line> lines, boolean more, Optional<Report> report) {
    static final String PATH = ConsoleModule.MOUNT + "/services";

    public ServicesView {
        lines = List.copyOf(lines);
    }

    static ServicesView of(String search, Inventory.Listing listing, Optional<Report> report, Instant now) {
        List<Line> lines =
                listing.lines().stream().map(line -> Line.of(line, now)).toList();
        return new ServicesView(search, lines, listing.more(), report);
    }

    /** @param url empty when the record cannot be read */
    public record Line(String kind, String id, String url, long total, Optional<Moment> last) {
        static Line of(Inventory.Line line, Instant now) {
            return new Line(
                    line.kind().id(),
                    line.id(),
                    line.url(),
                    line.total(),
                    line.last().map(last -> new Moment(last, now)));
        }
    }

    public String path(String below) {
        return PATH + below;
    }

    public String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** How many findings say that something is wrong. */
    public long wrong() {
        return report.stream()
                .flatMap(found -> found.findings().stream())
                .filter(finding -> !finding.damage().isNote())
                .count();
    }

    public boolean isRepairable() {
        return report.stream().flatMap(found -> found.findings().stream()).anyMatch(finding -> finding.repairable());
    }

    static String target(String search) {
        return search.isEmpty() ? PATH : PATH + "?text=" + URLEncoder.encode(search, StandardCharsets.UTF_8);
    }
}
