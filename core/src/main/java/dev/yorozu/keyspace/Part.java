package dev.yorozu.keyspace;

import java.util.List;

/**
 * A variable part of a key: its name, and what may stand there.
 *
 * @param choices the only texts that may stand there; empty where any of the alphabet may
 * @param secret whether knowing the part is enough to act as somebody, so that no listing may show it
 */
public record Part(String name, Alphabet alphabet, int minLength, int maxLength, List<String> choices, boolean secret) {
    public Part {
        choices = List.copyOf(choices);
        if (minLength < 1 || maxLength < minLength) {
            throw new IllegalArgumentException("The part " + name + " needs 1 <= shortest <= longest");
        }
    }

    /** A part of exactly this length. */
    public static Part of(String name, Alphabet alphabet, int length) {
        return new Part(name, alphabet, length, length, List.of(), false);
    }

    public static Part of(String name, Alphabet alphabet, int minLength, int maxLength) {
        return new Part(name, alphabet, minLength, maxLength, List.of(), false);
    }

    /** A part for which only these texts may stand, which may hold slashes as well. */
    public static Part oneOf(String name, List<String> choices) {
        int shortest = choices.stream().mapToInt(String::length).min().orElse(0);
        int longest = choices.stream().mapToInt(String::length).max().orElse(0);
        return new Part(name, Alphabet.spelling(choices), shortest, longest, choices, false);
    }

    public Part asSecret() {
        return new Part(name, alphabet, minLength, maxLength, choices, true);
    }

    public boolean accepts(String value) {
        return value.length() >= minLength
                && value.length() <= maxLength
                && alphabet.run(value, 0) == value.length()
                && (choices.isEmpty() || choices.contains(value));
    }

    /** What may stand here, for people: {@code 32 of [0-9a-f]}. */
    public String describe() {
        if (!choices.isEmpty()) {
            return "one of " + String.join(" ", choices);
        }
        String length = minLength == maxLength ? Integer.toString(minLength) : minLength + "–" + maxLength;
        return length + " of " + alphabet;
    }
}
