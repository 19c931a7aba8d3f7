package dev.yorozu.audit;

import java.util.List;

/**
 * A page of events, newest first. It may be short, or even empty, before the last.
 *
 * @param next where to go on; empty after the last page
 */
public record EventPage(List<Event> events, String next) {
    /** The most events of one page. */
    public static final int LONGEST = 500;

    public EventPage {
        events = List.copyOf(events);
    }

    public boolean last() {
        return next.isEmpty();
    }
}
