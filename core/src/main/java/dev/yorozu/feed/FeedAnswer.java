package dev.yorozu.feed;

import java.time.Duration;
import java.util.List;

/** What comes of reading the feed. */
public sealed interface FeedAnswer {
    /**
     * The next revocations.
     *
     * @param next where to go on
     * @param more whether there are some left that can be read at once
     * @param since the second from which on the feed knows everything; what was issued before counts no more, or cannot be judged
     */
    record Page(List<Told> told, Cursor next, boolean more, long since) implements FeedAnswer {
        public Page {
            told = List.copyOf(told);
        }
    }

    /** The cursor is of a feed that began anew since, or lies before what is kept: to be read from the beginning. */
    record Outdated() implements FeedAnswer {}

    /** There were more revocations than are kept: until then the beginning is missing, and only known cursors can go on. */
    record Incomplete(Duration until) implements FeedAnswer {}
}
