package dev.yorozu.store.rocks;

import java.nio.charset.StandardCharsets;

/** The column families, in the order in which they are opened. */
enum Family {
    /** A record for each key, by name; see {@link RecordFormat}. */
    RECORDS("default"),
    /** The elements of collections; see {@link ElementKey}. */
    ELEMENTS("elements"),
    /** Ends and names of the keys that end, in the order of the ends; see {@link Deadline}. */
    EXPIRY("expiry"),
    /** Generations whose elements are to be deleted: a rising number and the generation. */
    GARBAGE("garbage"),
    /** Format, seed and the next number; see {@link Numbers}. */
    SYSTEM("system");

    private final String title;

    Family(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    byte[] bytes() {
        return title.getBytes(StandardCharsets.UTF_8);
    }
}
