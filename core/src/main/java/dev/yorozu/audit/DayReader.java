package dev.yorozu.audit;

import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Reads the events of one stream on one day, newest first, a piece at a time. */
final class DayReader {
    private static final int PIECE = 256;

    private final Store store;
    private final EventStream stream;
    private final LocalDate day;
    /** What was read and not taken, newest first. */
    private final Deque<Event> ahead = new ArrayDeque<>();
    /** The position of each in {@link #ahead}. */
    private final Deque<Long> positions = new ArrayDeque<>();
    /** The position of the next to read, counted from the oldest; below zero at the end. */
    private long unread;

    DayReader(Store store, EventStream stream, LocalDate day, long position) {
        this.store = store;
        this.stream = stream;
        this.day = day;
        this.unread = position;
    }

    /** The newest that was not taken. */
    Optional<Event> peek() {
        while (ahead.isEmpty() && unread >= 0) {
            read();
        }
        return Optional.ofNullable(ahead.peekFirst());
    }

    void take() {
        ahead.removeFirst();
        positions.removeFirst();
    }

    /** Where to go on after what was taken. */
    long position() {
        Long next = positions.peekFirst();
        return next == null ? unread : next;
    }

    private void read() {
        long first = Math.max(0, unread - PIECE + 1);
        List<Ranked> piece = store.ranks(stream.key(day), Order.RISING, first, unread);
        for (int i = piece.size() - 1; i >= 0; i--) {
            long position = first + i;
            EventFormat.event(stream.kind(), piece.get(i).member()).ifPresent(event -> {
                ahead.addLast(event);
                positions.addLast(position);
            });
        }
        unread = first - 1;
    }
}
