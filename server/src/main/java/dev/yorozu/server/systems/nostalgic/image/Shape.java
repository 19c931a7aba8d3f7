package dev.yorozu.server.systems.nostalgic.image;

import dev.yorozu.nostalgic.like.Icon;

/** What a like button shows, drawn in a square of 24. */
record Shape(String path, String colour) {
    static Shape of(Icon icon) {
        return switch (icon) {
            case HEART ->
                new Shape(
                        "M12 21C5.4 15.8 2 12.2 2 8.4 2 5.4 4.3 3 7.2 3c1.9 0 3.7 1 4.8 2.7C13.1 4 14.9 3 16.8 3 19.7 3 22 5.4 22"
                                + " 8.4c0 3.8-3.4 7.4-10 12.6z",
                        "#ff4d6d");
            case STAR ->
                new Shape("M12 2l3 6.6 7.1.8-5.3 4.8 1.5 7.1L12 17.7l-6.3 3.6 1.5-7.1L1.9 9.4 9 8.6z", "#ffc531");
            case THUMB ->
                new Shape(
                        "M2 10h4.5v11H2zM8 20.2V10.4l4-8.4c1.7 0 2.7 1.3 2.4 3l-.7 4h5.7c1.6 0 2.6 1.3 2.3"
                                + " 2.8l-1.4 7.4c-.2 1.1-1.1 1.8-2.2 1.8h-8z",
                        "#4d9bff");
            // A paw that was pressed on the page.
            case PETA ->
                new Shape(
                        "M12 11.5c3.3 0 6.5 3.4 6.5 6.6 0 2-1.5 3.1-3.2 3.1-1.3"
                                + " 0-2.1-.6-3.3-.6s-2 .6-3.3.6c-1.7"
                                + " 0-3.2-1.1-3.2-3.1 0-3.2 3.2-6.6 6.5-6.6zM4.3 8.2a2.3 2.9 0 1 0 .1"
                                + " 0zM9 2.8a2.4 3.1 0 1 0 .1 0zM15 2.8a2.4 3.1 0 1 0 .1 0zM19.7 8.2a2.3 2.9 0 1 0 .1"
                                + " 0z",
                        "#ff9f5a");
        };
    }

    /** Its own colour, but for the theme that knows only one. */
    String colour(Theme theme) {
        return theme == Theme.RETRO ? theme.ink : colour;
    }
}
