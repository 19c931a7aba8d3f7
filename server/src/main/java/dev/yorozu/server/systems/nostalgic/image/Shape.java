package dev.yorozu.server.systems.nostalgic.image;

import dev.yorozu.nostalgic.like.Icon;

/** What a like button shows, drawn in a square of 24. */
enum Shape {
    HEART(
            "M12 21C5.4 15.8 2 12.2 2 8.4 2 5.4 4.3 3 7.2 3c1.9 0 3.7 1 4.8 2.7C13.1 4 14.9 3 16.8 3 19.7 3 22 5.4 22"
                    + " 8.4c0 3.8-3.4 7.4-10 12.6z",
            "#ff4d6d"),
    STAR("M12 2l3 6.6 7.1.8-5.3 4.8 1.5 7.1L12 17.7l-6.3 3.6 1.5-7.1L1.900 9.4 9 8.6z", "#ffc531"),
    THUMB(
            "M2 10h4.500v11H2zM8 20.200V10.400l4-8.400c1.700 0 2.700 1.300 2.400 3l-.7 4h5.700c1.600 0 2.600 1.300 2.300"
                    + " 2.800l-1.400 7.400c-.2 1.100-1.100 1.800-2.200 1.800h-8z",
            "#4d9bff"),
    /** A paw that was pressed on the page. */
    PETA(
            "M12 11.500c3.300 0 6.500 3.400 6.500 6.600 0 2-1.500 3.100-3.200 3.100-1.300"
                    + " 0-2.100-.6-3.300-.6s-2 .6-3.300.6c-1.700"
                    + " 0-3.200-1.100-3.200-3.100 0-3.200 3.200-6.600 6.500-6.600zM4.300 8.200a2.300 2.900 0 1 0 .1"
                    + " 0zM9 2.800a2.400 3.100 0 1 0 .1 0zM15 2.800a2.400 3.100 0 1 0 .1 0zM19.700 8.200a2.300 2.900 0 1 0 .1"
                    + " 0z",
            "#ff9f5a");

    private final String path;
    private final String colour;

    Shape(String path, String colour) {
        this.path = path;
        this.colour = colour;
    }

    static Shape of(Icon icon) {
        return switch (icon) {
            case HEART -> HEART;
            case STAR -> STAR;
            case THUMB -> THUMB;
            case PETA -> PETA;
        };
    }

    String path() {
        return path;
    }

    /** Its own colour, but for the theme that knows only one. */
    String colour(Theme theme) {
        return theme == Theme.RETRO ? theme.ink() : colour;
    }
}
