package dev.yorozu.nostalgic;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.NostalgicKeys;
import java.util.Optional;

/** The four kinds of services, with the names that their keys and records use. */
public enum Kind {
    COUNTER("counter", NostalgicKeys.COUNTER, NostalgicKeys.COUNTER_VISIT, "lastVisit", "totalCount"),
    LIKE("like", NostalgicKeys.LIKE, NostalgicKeys.LIKE_USER, "lastLike", "totalLikes"),
    RANKING("ranking", NostalgicKeys.RANKING, NostalgicKeys.RANKING_SUBMIT, "lastSubmit", "totalEntries"),
    BOARD("bbs", NostalgicKeys.BOARD, NostalgicKeys.BOARD_POST, "lastMessage", "totalMessages");

    private final String id;
    private final NostalgicKeys.Service keys;
    private final KeyPattern mark;
    private final String last;
    private final String total;

    Kind(String id, NostalgicKeys.Service keys, KeyPattern mark, String last, String total) {
        this.id = id;
        this.keys = keys;
        this.mark = mark;
        this.last = last;
        this.total = total;
    }

    /** The kind that keys and commands call so. */
    public static Optional<Kind> of(String id) {
        for (Kind kind : values()) {
            if (kind.id.equals(id)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** What keys, records and commands call it. */
    public String id() {
        return id;
    }

    /** The keys that it has like all kinds. */
    public NostalgicKeys.Service keys() {
        return keys;
    }

    /** The pattern of the marks that its users leave. */
    public KeyPattern mark() {
        return mark;
    }

    /** The field of its record that tells when it was last used. */
    public String last() {
        return last;
    }

    /** The field of its record that repeats how much it holds. */
    public String total() {
        return total;
    }
}
