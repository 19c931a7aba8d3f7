package dev.yorozu.nostalgic.like;

import java.time.Duration;

/** What came of a press on a like button. */
public sealed interface Toggle {
    record Toggled(LikeView view) implements Toggle {}

    /** So many users behind this address pressed it today that another may not, for so long. */
    record Limited(Duration left) implements Toggle {}

    /** There is no such button. */
    record Unknown() implements Toggle {}
}
