package dev.yorozu.server.systems.discord;

import java.util.Locale;
import java.util.Optional;

/** Where a sign-in was started: in a browser, or in an installed app that cannot count on getting its cookies back. */
enum LoginContext {
    BROWSER,
    PWA;

    static LoginContext of(Optional<String> word) {
        return word.filter("pwa"::equalsIgnoreCase).isPresent() ? PWA : BROWSER;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
