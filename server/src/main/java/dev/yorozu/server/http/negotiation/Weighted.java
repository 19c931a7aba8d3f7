package dev.yorozu.server.http.negotiation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One thing that a client takes, in the way of the {@code Accept} headers.
 *
 * @param name in lower case
 * @param weight from 0, not at all, to 1
 */
record Weighted(String name, double weight) {
    private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)");

    /** All that a value of such a header names, in its order. */
    static List<Weighted> list(String header) {
        return Arrays.stream(header.toLowerCase(Locale.ROOT).split(",", -1))
                .map(Weighted::of)
                .toList();
    }

    /** Of the parameters, only the weight counts; one that is none is 0, because nothing is known of what was meant. */
    private static Weighted of(String text) {
        String[] parts = text.split(";", -1);
        double weight = 1;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                weight = WEIGHT.matcher(parameter).matches() ? Double.parseDouble(parameter.substring(2)) : 0;
            }
        }
        return new Weighted(parts[0].strip(), weight);
    }
}
