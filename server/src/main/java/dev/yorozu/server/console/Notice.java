package dev.yorozu.server.console;

import java.util.Arrays;
import java.util.Optional;

/** What a page says about what was done before it was shown. Pages pass some on in their address, by its name. */
public enum Notice {
    SIGNED_OUT("signedOut", true),
    ENDED("ended", true),
    LOGIN_ENDED("loginEnded", true),
    ENDED_ALL("endedAll", true),
    NOT_ENDED("notEnded", false),
    WRONG_TOKEN("wrongToken", false),
    WAIT("wait", false),
    NEEDS_HTTPS("needsHttps", false),
    OVER("over", false),
    FORGED("forged", false),
    WRONG_CURSOR("wrongCursor", false),
    DELETED("deleted", true),
    NOT_DELETED("notDeleted", false),
    COUNTING("counting", false),
    CHANGED("changed", true),
    NO_CREDENTIAL("noCredential", false),
    APP_CHANGED("appChanged", true),
    KEY_ROTATED("keyRotated", true),
    APP_DELETED("appDeleted", true),
    NO_APP("noApp", false),
    BACKUP_BEGUN("backupBegun", true),
    NO_BACKUPS("noBackups", false);

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

    static Optional<Notice> named(String text) {
        return Arrays.stream(values())
                .filter(notice -> notice.text.equals(text))
                .findFirst();
    }
}
