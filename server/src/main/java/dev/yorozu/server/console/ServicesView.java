package dev.yorozu.server.console;

import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.pages.Moment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The counters, likes, rankings and boards that there are.
 *
 * @param search what their names or addresses hold
 * @param report what a check found; empty before anybody asked
 */
public record ServicesView(String search, Inventory.Listing listing, Optional<Report> report, Instant now) {
    static final String PATH = ConsoleModule.MOUNT + "/services";

    public Moment moment(Instant instant) {
        return new Moment(instant, now);
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
