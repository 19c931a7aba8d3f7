package dev.yorozu.server.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** A language that pages are written in, with its texts. */
public final class Language {
    private static final List<String> FILES = List.of("texts", "errors", "patreon", "nostalgic", "reference");

    static final Language ENGLISH = new Language("en");
    static final Language JAPANESE = new Language("ja");
    static final List<Language> ALL = List.of(ENGLISH, JAPANESE);

    private final String code;
    private final Properties texts = new Properties();

    private Language(String code) {
        this.code = code;
        FILES.forEach(file -> load(file + "_" + code + ".properties"));
    }

    private void load(String file) {
        try (InputStream in = Language.class.getResourceAsStream(file)) {
            texts.load(new InputStreamReader(Objects.requireNonNull(in, file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The language that a reader asked for by name, else the one that the browser prefers, else English. */
    static Language choose(Optional<String> asked, Optional<String> accepted) {
        return asked.flatMap(Language::named)
                .or(() -> accepted.flatMap(Language::preferred))
                .orElse(ENGLISH);
    }

    /** The language of a reader at a terminal of this locale. */
    public static Language of(Locale locale) {
        return named(locale.getLanguage()).orElse(ENGLISH);
    }

    private static Optional<Language> named(String code) {
        return ALL.stream().filter(language -> language.code.equals(code)).findFirst();
    }

    private static Optional<Language> preferred(String accepted) {
        try {
            return Optional.ofNullable(Locale.lookupTag(
                            Locale.LanguageRange.parse(accepted),
                            ALL.stream().map(Language::code).toList()))
                    .flatMap(Language::named);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // Not a list of languages: as good as none.
        }
    }

    public String code() {
        return code;
    }

    /** A text that need not be there. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(texts.getProperty(name));
    }

    public String text(String name, Object... values) {
        String text = find(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no text named " + name + " in language " + code));
        return values.length == 0 ? text : new MessageFormat(text, Locale.ROOT).format(values);
    }

    Set<String> names() {
        return texts.stringPropertyNames();
    }
}
