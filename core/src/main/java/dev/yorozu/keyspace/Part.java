package dev.yorozu.keyspace;

/**
 * A variable part of a key: its name, and what may stand there.
 *
 * @param secret whether knowing the part is enough to act as somebody, so that no listing may show it
 */
public record Part(String name, Alphabet alphabet, int minLength, int maxLength, boolean secret) {
    public Part {
        if (minLength < 1 || maxLength < minLength) {
            throw new IllegalArgumentException("The part " + name + " needs 1 <= shortest <= longest");
        }
    }

    /** A part of exactly this length. */
    public static Part of(String name, Alphabet alphabet, int length) {
        return new Part(name, alphabet, length, length, false);
    }

    public static Part of(String name, Alphabet alphabet, int minLength, int maxLength) {
        return new Part(name, alphabet, minLength, maxLength, false);
    }

    public Part asSecret() {
        return new Part(name, alphabet, minLength, maxLength, true);
    }

    public boolean accepts(String value) {
        return value.length() >= minLength && value.length() <= maxLength && alphabet.run(value, 0) == value.length();
    }

    /** What may stand here, for people: {@code 32 of [0-9a-f]}. */
    public String describe() {
        String length = minLength == maxLength ? Integer.toString(minLength) : minLength + "–" + maxLength;
        return length + " of " + alphabet;
    }
}
