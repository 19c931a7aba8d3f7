package dev.yorozu.audit;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a walk over the log goes on.
 *
 * @param positions for each stream of the query, the position of the next event on that day, counted from its oldest; -1
 *     when there is none left
 */
record Cursor(LocalDate day, List<Long> positions) {
    Cursor {
        positions = List.copyOf(positions);
    }

    /** Empty for the empty text, with which a walk begins. */
    static Optional<Cursor> parse(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.split("\\.", -1);
        try {
            List<Long> positions = Arrays.stream(parts, 1, parts.length)
                    .map(part -> Math.max(-1, Long.parseLong(part)))
                    .toList();
            return Optional.of(new Cursor(LocalDate.parse(parts[0]), positions));
        } catch (DateTimeException | NumberFormatException wrong) {
            throw new IllegalArgumentException("Not a cursor of this log", wrong);
        }
    }

    String text() {
        StringBuilder text = new StringBuilder(day.toString());
        positions.forEach(position -> text.append('.').append(position));
        return text.toString();
    }
}
