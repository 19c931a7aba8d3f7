package dev.yorozu.session;

/** What became of a touch. */
public sealed interface Touch {
    /** The last touch is recent enough; nothing was written. */
    record Fresh(Session session) implements Touch {}

    /** The session's life is renewed. */
    record Touched(Session session) implements Touch {}

    /** There is no such session any more. */
    record Gone() implements Touch {}
}
