package dev.yorozu.audit;

import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One page of a walk over the log, from the newest day to the oldest, merging the streams of each day by time. */
final class PageReader {
    /** The most events that one page looks at, however few of them are wanted. */
    private static final int MOST = 5_000;

    private static final int MOST_QUESTIONS = 256;

    private final Store store;
    private final Query query;
    private final List<EventStream> streams;
    private final Optional<Cursor> start;
    private final List<Event> found = new ArrayList<>();
    private int seen;

    /** @param query with both ends within what the log keeps */
    PageReader(Store store, Query query, Optional<Cursor> start) {
        this.store = store;
        this.query = query;
        this.streams = EventStream.of(query.kinds());
        this.start = start;
        if (start.isPresent() && start.get().positions().size() != streams.size()) {
            throw new IllegalArgumentException("A cursor of another query");
        }
    }

    EventPage page(int limit) {
        List<LocalDate> days = days();
        List<Long> sizes = sizes(days);
        for (int i = 0; i < days.size(); i++) {
            LocalDate day = days.get(i);
            List<DayReader> open = open(day, sizes.subList(i * streams.size(), (i + 1) * streams.size()));
            if (!merge(open, limit)) {
                Cursor next =
                        new Cursor(day, open.stream().map(DayReader::position).toList());
                return new EventPage(found, next.text());
            }
        }
        return new EventPage(found, "");
    }

    /** From the newest to the oldest; none when the query asks for nothing that is kept. */
    private List<LocalDate> days() {
        if (query.until().isBefore(query.since())) {
            return List.of(); // Such ends may lie outside of any calendar.
        }
        LocalDate oldest = AuditLog.day(query.since());
        LocalDate newest = AuditLog.day(query.until());
        LocalDate first = start.map(Cursor::day).filter(newest::isAfter).orElse(newest);
        return first.isBefore(oldest)
                ? List.of()
                : oldest.datesUntil(first.plusDays(1)).toList().reversed();
    }

    /** How many events each stream holds on each day, asked in as few round trips as a store allows. */
    private List<Long> sizes(List<LocalDate> days) {
        List<Read.Size> questions = days.stream()
                .flatMap(day -> streams.stream().map(stream -> new Read.Size(stream.key(day))))
                .toList();
        List<Long> sizes = new ArrayList<>();
        RoundTrip.chunks(questions, MOST_QUESTIONS).forEach(some -> sizes.addAll(store.readAll(some)));
        return sizes;
    }

    private List<DayReader> open(LocalDate day, List<Long> sizes) {
        Optional<Cursor> here = start.filter(cursor -> cursor.day().equals(day));
        List<DayReader> open = new ArrayList<>();
        for (int i = 0; i < streams.size(); i++) {
            long newest = sizes.get(i) - 1;
            int stream = i;
            long position =
                    here.map(c -> Math.min(newest, c.positions().get(stream))).orElse(newest);
            open.add(new DayReader(store, streams.get(i), day, position));
        }
        return open;
    }

    /** Takes the events of a day in order; false when the page is full before the day is over. */
    private boolean merge(List<DayReader> open, int limit) {
        while (true) {
            Optional<DayReader> newest =
                    open.stream().filter(DayReader::hasNext).max(Comparator.comparing(DayReader::time));
            if (newest.isEmpty()) {
                return true;
            }
            if (found.size() >= limit || seen >= MOST) {
                return false;
            }
            Event event = newest.get().take();
            seen++;
            if (event.at().isBefore(query.since())) {
                return true;
            }
            if (query.admits(event)) {
                found.add(event);
            }
        }
    }
}
