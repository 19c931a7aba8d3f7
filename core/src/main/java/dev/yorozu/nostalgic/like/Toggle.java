package dev.yorozu.nostalgic.like;

/** What came of a press on a like button. */
public sealed interface Toggle {
    record Toggled(LikeView view) implements Toggle {}

    /** There is no such button. */
    record Unknown() implements Toggle {}
}
