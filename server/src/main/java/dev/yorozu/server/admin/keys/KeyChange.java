package dev.yorozu.server.admin.keys;

/** What became of a change that an operator wanted. */
public sealed interface KeyChange {
    /** It was made. */
    record Made() implements KeyChange {}

    /** There is no such key to change. */
    record Missing() implements KeyChange {}

    /** It was not made; the sentence says why, and holds no name. */
    record Not(String sentence) implements KeyChange {}
}
