package dev.yorozu.keyspace;

import java.util.List;

/**
 * A variable part of a key: its name, and what may stand there.
 *
 * @param choices the only texts that may stand there; empty where any of the alphabet may
 * @param secret whether knowing the part is enough to act as a user, so that no listing may show it
 * @param anyText whether any other text may be given as well, and is then replaced by its digest, as {@link IdDigest} says
 */
public record Part(
        String name,
        Alphabet alphabet,
        int minLength,
        int maxLength,
        List<String> choices,
        boolean secret,
        boolean anyText) {
    public Part {
        choices = List.copyOf(choices);
        if (minLength < 1 || maxLength < minLength) {
            throw new IllegalArgumentException("The part " + name + " needs 1 <= shortest <= longest");
        }
        if (anyText && alphabet.contains(IdDigest.MARK)) {
            throw new IllegalArgumentException("The part " + name + " could not be told from a digest");
        }
    }

    /** A part of exactly this length. */
    public static Part of(String name, Alphabet alphabet, int length) {
        return of(name, alphabet, length, length);
    }

    public static Part of(String name, Alphabet alphabet, int minLength, int maxLength) {
        return new Part(name, alphabet, minLength, maxLength, List.of(), false, false);
    }

    /** A part for which only these texts may stand, which may hold slashes as well. */
    public static Part oneOf(String name, List<String> choices) {
        int shortest = choices.stream().mapToInt(String::length).min().orElse(0);
        int longest = choices.stream().mapToInt(String::length).max().orElse(0);
        return new Part(name, Alphabet.spelling(choices), shortest, longest, choices, false, false);
    }

    public Part asSecret() {
        return new Part(name, alphabet, minLength, maxLength, choices, true, anyText);
    }

    /**
     * The same part for ids that are any text: an address, a name in any script, nothing at all. What this part allows stands
     * in the key as it is; everything else by its digest. No two texts share a key.
     */
    public Part ofAnyText() {
        return new Part(name, alphabet, minLength, maxLength, choices, secret, true);
    }

    /** Whether a key can be made with this text. */
    public boolean accepts(String text) {
        return anyText || fits(text);
    }

    /** What stands in a key for a text that is accepted: itself, or its digest. */
    String form(String text) {
        return anyText && !fits(text) ? IdDigest.of(text) : text;
    }

    /** How many characters of a name, from this position on, are this part; -1 where it does not stand there. */
    int lengthIn(String name, int from) {
        int digest = anyText ? IdDigest.run(name, from) : 0;
        if (digest > 0) {
            return digest == IdDigest.LENGTH ? digest : -1;
        }
        int length = alphabet.run(name, from);
        boolean fits = length >= minLength
                && length <= maxLength
                && (choices.isEmpty() || choices.contains(name.substring(from, from + length)));
        return fits ? length : -1;
    }

    /** Whether what stands in a key can hold this character. */
    boolean mayHold(char c) {
        return alphabet.contains(c) || (anyText && (c == IdDigest.MARK || Alphabet.BASE64URL.contains(c)));
    }

    /** Whether a text stands in a key as it is. */
    boolean fits(String text) {
        return text.length() >= minLength
                && text.length() <= maxLength
                && alphabet.run(text, 0) == text.length()
                && (choices.isEmpty() || choices.contains(text));
    }

    /** What may stand here, for people: {@code 32 of [0-9a-f]}. */
    public String describe() {
        if (!choices.isEmpty()) {
            return "one of " + String.join(" ", choices);
        }
        String length = minLength == maxLength ? Integer.toString(minLength) : minLength + "–" + maxLength;
        return length + " of " + alphabet + (anyText ? ", or = and a digest of any other text" : "");
    }
}
