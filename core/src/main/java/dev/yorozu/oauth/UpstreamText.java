package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a provider said about a failure, in a form that may be shown: short, in one line, and without secrets. */
final class UpstreamText {
    private static final int LONGEST = 200;
    private static final int LONGEST_READ = 4096;
    /** No word of a sentence is that long, but tokens and codes are. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_.~+/=-]{24,}");

    private static final Pattern BLANKS = Pattern.compile("[\\p{Cntrl}\\s\\x{2028}\\x{2029}]+");

    private UpstreamText() {}

    /**
     * The parts of a JSON error that are meant for people, else the text as it came.
     *
     * @param secrets what was sent and may have been repeated
     */
    static String of(Bytes body, List<String> secrets) {
        String text = Document.parse(body).map(UpstreamText::error).orElseGet(() -> beginning(body));
        for (String secret : secrets) {
            text = secret.isEmpty() ? text : text.replace(secret, "…");
        }
        text = BLANKS.matcher(TOKEN.matcher(text).replaceAll("…"))
                .replaceAll(" ")
                .strip();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    private static String beginning(Bytes body) {
        String text = body.text();
        return text.length() <= LONGEST_READ ? text : text.substring(0, LONGEST_READ);
    }

    private static String error(Document answer) {
        return Stream.of("error", "error_description", "message")
                .map(answer::text)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(": "));
    }
}
