package dev.yorozu.nostalgic.integrity;

/** The points that the platform's own checklist for deletion names, each a place where something can be left behind. */
public enum Point {
    MAPPING("URL mapping"),
    METADATA("metadata"),
    RELATED("related data"),
    OWNER("owner token"),
    INDEX("index"),
    ENDS("data with an end");

    private final String title;

    Point(String title) {
        this.title = title;
    }

    /** For people. */
    public String title() {
        return title;
    }
}
