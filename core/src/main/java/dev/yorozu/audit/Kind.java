package dev.yorozu.audit;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an event is about. Each kind has streams of its own in the log, so that many of one do not push out another. */
public enum Kind {
    /** Share links: issue, resolve, refuse, delete, expire. */
    LINK,
    /** Sessions: sign-in, sign-out, revoke, refuse. */
    SESSION,
    /** Access and refresh tokens, and the accounts they are issued to: sign-in, refuse, repeat, reuse, revoke, …. */
    TOKEN,
    /** What operators took out of the store as a whole, and put back: download, restore. */
    BACKUP,
    /** Keys that operators changed by hand: set, expire, persist, delete. */
    KEY,
    /** Credentials, and those who came by them: create, rotate, allow, confirm, remove, sign-in, refuse. */
    CREDENTIAL,
    /** What clients of doors did that cannot be undone, and what was refused to them: delete, dangerous, refuse. */
    DOOR;

    /** As in keys, in JSON and on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Kind> of(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
