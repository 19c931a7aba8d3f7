package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.server.access.browser.Visit;
import java.util.Optional;
import java.util.stream.Stream;

/** What a page says about what was done before it was shown. Pages pass it on in their address, by its name. */
public enum Notice {
    ENDED("ended", true),
    NOT_ENDED("notEnded", true),
    ENDED_OTHERS("endedOthers", true),
    SIGNED_OUT("signedOut", true),
    DELETED("deleted", true),
    NOT_DELETED("notDeleted", false),
    REFUSED("refused", false),
    FAILED("failed", false),
    WITHDRAWN("withdrawn", false),
    SESSION_OVER("sessionOver", false),
    CSRF("csrf", false),
    TOO_MANY("tooMany", false),
    SIGN_IN_FIRST("signInFirst", false),
    URL_REQUIRED("urlRequired", false),
    URL_INVALID("urlInvalid", false),
    HOST_NOT_ALLOWED("hostNotAllowed", false),
    OVER("over", false),
    NO_FREE_SHORT("noFreeShort", false);

    private final String text;
    private final boolean good;

    Notice(String text, boolean good) {
        this.text = text;
        this.good = good;
    }

    /** Its name in addresses and among the texts. */
    public String text() {
        return text;
    }

    public boolean good() {
        return good;
    }

    /** What is said to somebody whose session has just ended. */
    static Notice of(Visit.Ended why) {
        return switch (why) {
            case WITHDRAWN -> WITHDRAWN;
            case OVER -> SESSION_OVER;
        };
    }

    static Optional<Notice> named(String text) {
        return Stream.of(values()).filter(notice -> notice.text.equals(text)).findFirst();
    }
}
