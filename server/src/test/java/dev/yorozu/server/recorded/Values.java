package dev.yorozu.server.recorded;

import dev.yorozu.server.recorded.Step.Capture;
import dev.yorozu.server.upgrade.Client;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** What was kept of answers, to be sent along later where its name stands in braces: {@code {{name}}}. */
final class Values {
    private static final Pattern NAME = Pattern.compile("\\{\\{([^{}]+)}}");

    private final Map<String, String> values = new HashMap<>();

    void put(String name, String value) {
        values.put(name, value);
    }

    String fill(String text) {
        return NAME.matcher(text).replaceAll(found -> {
            String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("Nothing was kept as " + found.group(1));
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** Keeps what is wanted of an answer; gives it. */
    String keep(Capture wanted, Answer answer) {
        String whole = whole(wanted.source(), answer);
        String kept = wanted.part().map(part -> part(part, whole)).orElse(whole);
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("There is no " + wanted.name() + " in " + answer.text());
        }
        values.put(wanted.name(), kept);
        return kept;
    }

    private static String whole(String source, Answer answer) {
        String[] words = source.split(" ");
        return switch (words[0]) {
            case "body" -> answer.text();
            case "header" -> answer.value(words[1]).orElse("");
            case "cookie" ->
                answer.values("Set-Cookie").stream()
                        .filter(cookie -> cookie.startsWith(words[1] + "="))
                        .map(cookie -> cookie.substring(words[1].length() + 1).split(";", 2)[0])
                        .findFirst()
                        .orElse("");
            case "claim" -> Client.claim(field(answer, words[1]), words[2]);
            default -> field(answer, source);
        };
    }

    private static String field(Answer answer, String pointer) {
        return JsonMapper.shared().readTree(answer.text()).at(pointer).asString("");
    }

    private static String part(Pattern part, String whole) {
        Matcher found = part.matcher(whole);
        return found.find() ? found.group(1) : "";
    }
}
