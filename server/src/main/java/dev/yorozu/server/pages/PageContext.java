package dev.yorozu.server.pages;

import java.util.List;

/**
 * What every page needs: its language, and links that keep it.
 *
 * @param path the page's own path
 * @param chosen whether the reader asked for the language, so that links carry it on
 */
public record PageContext(Language language, String path, boolean chosen, Assets assets) {
    public String text(String name) {
        return language.text(name);
    }

    /** A link to another page, in the language that was asked for. */
    public String link(String target) {
        return chosen ? target + "?lang=" + language.code() : target;
    }

    /** This page in another language. */
    public String inLanguage(Language other) {
        return path + "?lang=" + other.code();
    }

    public List<Language> languages() {
        return Language.ALL;
    }

    public String asset(String name) {
        return assets.link(name);
    }
}
