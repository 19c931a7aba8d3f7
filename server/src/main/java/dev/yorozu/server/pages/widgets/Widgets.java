package dev.yorozu.server.pages.widgets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * The scripts of the widgets, each assembled at start from what all share and what is its own.
 *
 * <p>A script is one function that calls itself. It has neither imports nor exports, so that pages may load it as a classic
 * script, as all do that were written for earlier versions, or as a module; loaded twice it does nothing the second time. The
 * style sheets go along as a text.
 */
final class Widgets {
    private static final List<String> SHARED = List.of("dom.js", "api.js", "language.js", "widget.js");
    private static final Map<String, List<String>> OWN = Map.of(
            "visit", List.of(),
            "like", List.of(),
            "ranking", List.of(),
            "bbs", List.of("texts.js", "tokens.js", "board.js", "form.js", "messages.js", "pages.js"));

    private Widgets() {}

    /** The scripts by the names of their widgets. */
    static Map<String, byte[]> scripts() {
        Map<String, byte[]> scripts = new HashMap<>();
        OWN.forEach((name, parts) -> scripts.put(name, assemble(name, parts).getBytes(StandardCharsets.UTF_8)));
        return scripts;
    }

    private static String assemble(String name, List<String> parts) {
        String style = text("common/themes.css") + text("common/common.css") + text(name + ".css");
        String code = Stream.of(
                        SHARED.stream().map(each -> "common/" + each),
                        parts.stream().map(each -> name + "/" + each),
                        Stream.of(name + ".js"))
                .flatMap(each -> each)
                .map(Widgets::text)
                .collect(Collectors.joining("\n"));
        return "(() => {\n\"use strict\";\nconst STYLE = " + quoted(style) + ";\n" + code + "})();\n";
    }

    /** JSON's strings are JavaScript's too. */
    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }

    private static String text(String name) {
        try (InputStream in = Widgets.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
