package dev.yorozu.nostalgic.integrity;

import java.util.Locale;
import java.util.Optional;

/** The kinds of damage that are looked for. */
public enum Damage {
    MAPPING_WITHOUT_SERVICE(Point.MAPPING, "an address leads to a service that is not there"),
    MAPPING_ASTRAY(Point.MAPPING, "an address leads to the service of another"),
    SERVICE_WITHOUT_MAPPING(Point.MAPPING, "no address leads to a service"),
    ADDRESS_TAKEN(Point.MAPPING, "two services have one address"),
    RECORD_UNREADABLE(Point.METADATA, "a record cannot be read"),
    RECORD_LOST(Point.METADATA, "a service has lost its record"),
    LEFTOVER(Point.RELATED, "data of a service that is no more"),
    TOTAL_UNREADABLE(Point.RELATED, "a total is missing or no number"),
    TOTAL_TOO_LOW(Point.RELATED, "a total is below the sum of its days"),
    TOTAL_COPY_WRONG(Point.RELATED, "a record repeats a wrong total"),
    COUNT_UNREADABLE(Point.RELATED, "the count of a day is no number"),
    WRONG_TYPE(Point.RELATED, "a key has another type than declared"),
    TOO_MANY_ENTRIES(Point.RELATED, "a ranking holds more than it may"),
    DETAILS_OF_NOBODY(Point.RELATED, "a ranking tells details of entries that are not there"),
    TOO_MANY_MESSAGES(Point.RELATED, "a board holds more than it may"),
    EDITS_OF_NOBODY(Point.RELATED, "a board keeps edit tokens of messages that are not there"),
    MESSAGE_UNREADABLE(Point.RELATED, "a message cannot be read"),
    OWNER_MISSING(Point.OWNER, "the owner's token is missing"),
    OWNER_DIFFERS(Point.OWNER, "a record repeats another owner's token"),
    INDEX_WITHOUT_SERVICE(Point.INDEX, "the index names a service that is not there"),
    SERVICE_NOT_INDEXED(Point.INDEX, "the index does not name a service"),
    EARLIER_NOT_INDEXED(Point.INDEX, "the index does not name a service of the earlier program", true),
    NO_END(Point.ENDS, "a key that should end does not"),
    UNEXPECTED_END(Point.ENDS, "a key that should stay will end"),
    MARK_NOT_LISTED(Point.ENDS, "a mark is not in the list of marks", true),
    UNDECLARED_KEY(Point.RELATED, "a key that the product does not write", true);

    private final Point point;
    private final String title;
    private final boolean note;

    Damage(Point point, String title) {
        this(point, title, false);
    }

    Damage(Point point, String title, boolean note) {
        this.point = point;
        this.title = title;
        this.note = note;
    }

    /** The damage of this name. */
    public static Optional<Damage> of(String id) {
        for (Damage damage : values()) {
            if (damage.id().equals(id)) {
                return Optional.of(damage);
            }
        }
        return Optional.empty();
    }

    /** Such as {@code mapping-without-service}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Where it belongs; of a {@link #WRONG_TYPE} the finding knows better. */
    public Point point() {
        return point;
    }

    /** For people, in a few words. */
    public String title() {
        return title;
    }

    /** Whether it is worth knowing, but nothing is wrong. */
    public boolean isNote() {
        return note;
    }
}
