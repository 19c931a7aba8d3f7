package dev.yorozu.audit;

import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Reads the events of one stream on one day, newest first, a piece at a time. */
final class DayReader {
    private static final int PIECE = 256;

    private final Store store;
    private final EventStream stream;
    private final LocalDate day;
    /** What was read and not taken, newest first. */
    private final Deque<Placed> ahead = new ArrayDeque<>();
    /** The position of the next to read, counted from the oldest; below zero at the end. */
    private long unread;

    private record Placed(Event event, long position) {}

    DayReader(Store store, EventStream stream, LocalDate day, long position) {
        this.store = store;
        this.stream = stream;
        this.day = day;
        this.unread = position;
    }

    boolean hasNext() {
        while (ahead.isEmpty() && unread >= 0) {
            read();
        }
        return !ahead.isEmpty();
    }

    /** When the newest happened that was not taken. */
    Instant time() {
        return ahead.getFirst().event().at();
    }

    Event take() {
        return ahead.removeFirst().event();
    }

    /** Where to go on after what was taken. */
    long position() {
        return ahead.isEmpty() ? unread : ahead.getFirst().position();
    }

    private void read() {
        long first = Math.max(0, unread - PIECE + 1);
        List<Ranked> piece = store.ranks(stream.key(day), Order.RISING, first, unread);
        for (int i = piece.size() - 1; i >= 0; i--) {
            long position = first + i;
            Event.read(stream.kind(), piece.get(i).member())
                    .ifPresent(event -> ahead.addLast(new Placed(event, position)));
        }
        unread = first - 1;
    }
}
