package dev.yorozu.server.console;

import dev.yorozu.server.pages.Language;
import java.time.Duration;
import java.util.List;

/** Spans of time, by their two largest units. */
final class Spans {
    private static final List<String> UNITS = List.of("days", "hours", "minutes", "seconds");

    private Spans() {}

    static String text(Duration span, Language language) {
        long[] amounts = {span.toDays(), span.toHoursPart(), span.toMinutesPart(), span.toSecondsPart()};
        for (int i = 0; i < amounts.length; i++) {
            if (amounts[i] > 0) {
                String rest = i + 1 < amounts.length && amounts[i + 1] > 0
                        ? " " + language.text("span." + UNITS.get(i + 1), amounts[i + 1])
                        : "";
                return language.text("span." + UNITS.get(i), amounts[i]) + rest;
            }
        }
        return language.text("span.moment");
    }
}
