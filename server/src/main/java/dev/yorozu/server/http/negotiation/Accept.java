package dev.yorozu.server.http.negotiation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a client says of what it takes, in the way of the {@code Accept} headers. */
public final class Accept {
    private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)");

    private Accept() {}

    /**
     * One thing that a client takes.
     *
     * @param name in lower case
     * @param weight from 0, not at all, to 1
     */
    private record Weighted(String name, double weight) {}

    /** Whether a value of {@code Accept-Encoding} takes gzip, and wants it no less than the plain form. */
    public static boolean takesGzip(String header) {
        Optional<Double> gzip = Optional.empty();
        double other = 0;
        double plain = 0;
        for (Weighted each : list(header)) {
            switch (each.name()) {
                case "gzip", "x-gzip" -> gzip = Optional.of(each.weight());
                case "*" -> other = each.weight();
                case "identity" -> plain = each.weight();
                default -> {}
            }
        }
        double weight = gzip.orElse(other);
        return weight > 0 && weight >= plain;
    }

    /**
     * Whether a value of {@code Accept} asks for a page before anything for programs, as browsers do that are to show what
     * comes. A client that takes everything alike is a program.
     */
    public static boolean prefersHtml(String header) {
        double html = 0;
        double json = 0;
        for (Weighted each : list(header)) {
            switch (each.name()) {
                // Of two that are wanted alike, the one that is named first.
                case "text/html", "application/xhtml+xml" -> html = each.weight() > json ? each.weight() : html;
                case "application/json", "application/problem+json" ->
                    json = each.weight() > html ? each.weight() : json;
                default -> {}
            }
        }
        return html > json;
    }

    /** All that a value of such a header names, in its order. */
    private static List<Weighted> list(String header) {
        return Arrays.stream(header.toLowerCase(Locale.ROOT).split(",", -1))
                .map(Accept::weighted)
                .toList();
    }

    /** Of the parameters, only the weight counts; one that is none is 0, because nothing is known of what was meant. */
    private static Weighted weighted(String text) {
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
