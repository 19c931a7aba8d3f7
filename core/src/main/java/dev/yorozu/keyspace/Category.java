package dev.yorozu.keyspace;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a kind of key is for, whichever system writes it. Operators compare by it: how much of the room is sessions, how
 * much is caches.
 */
public enum Category {
    SESSION,
    /** Refresh and access tokens that count, and the lists of them. */
    TOKEN,
    /** What makes tokens count no more: blacklists. */
    REVOCATION,
    /** Sign-ins that were begun elsewhere and are not finished. */
    SIGN_IN,
    CACHE,
    RATE_LIMIT,
    LINK,
    COUNTER,
    LIKE,
    RANKING,
    BOARD,
    AUDIT,
    LOCK,
    /** By which programs and operators are known; a recovery suspends them, and deletes none. */
    CREDENTIAL,
    /** The last count of all keys. */
    STATISTICS,
    /** What programs that check tokens by themselves are told of revocations. */
    FEED,
    /** Keys that are not declared, and what lies beside keys of any kind. */
    OTHER;

    /**
     * Whether a key of this category grants access or is good for one use, so that one which was ended must not come back:
     * by a backup, or by files that lost their newest part. A feed of revocations grants none; but one that lost its newest part
     * would be silent about what it had told, so that it begins anew with all the rest.
     */
    public boolean grantsAccess() {
        return switch (this) {
            case SESSION, TOKEN, SIGN_IN, LINK, CACHE, FEED -> true;
            case REVOCATION, RATE_LIMIT, COUNTER, LIKE, RANKING, BOARD, AUDIT, LOCK, CREDENTIAL, STATISTICS, OTHER ->
                false;
        };
    }

    /** Its name in JSON, metrics and addresses: {@code rate-limit}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name for people: {@code rate limit}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The category of this id; {@link #OTHER} for one that this version does not know. */
    public static Category of(String id) {
        return Stream.of(values())
                .filter(category -> category.id().equals(id))
                .findFirst()
                .orElse(OTHER);
    }
}
