package dev.yorozu.server.pages;

import java.util.List;

/**
 * What every page needs: its language, and links that keep it.
 *
 * @param target the page's own path, with what of its query belongs to it
 * @param chosen whether the reader asked for the language, so that links carry it on
 */
public record PageContext(Language language, String target, boolean chosen, Assets assets) {
    public String text(String name, Object... values) {
        return language.text(name, values);
    }

    /** A program and the system that it runs on, as far as they are known: "Firefox on Windows"; empty where neither is. */
    public String device(String client, String os) {
        return client.isEmpty() || os.isEmpty() ? client + os : text("device.on", client, os);
    }

    /** A link to another page, in the language that was asked for. */
    public String link(String target) {
        return chosen ? in(language, target) : target;
    }

    /** This page in another language. */
    public String inLanguage(Language other) {
        return in(other, target);
    }

    private static String in(Language language, String target) {
        return target + (target.contains("?") ? "&" : "?") + "lang=" + language.code();
    }

    public List<Language> languages() {
        return Language.ALL;
    }

    public String asset(String name) {
        return assets.link(name);
    }
}
