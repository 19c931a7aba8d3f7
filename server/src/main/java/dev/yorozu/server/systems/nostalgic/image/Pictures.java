package dev.yorozu.server.systems.nostalgic.image;

import dev.yorozu.nostalgic.like.Icon;

/** The pictures that pages embed: SVG, without anything that moves, loads or runs. */
public final class Pictures {
    public static final String CONTENT_TYPE = "image/svg+xml; charset=utf-8";

    private static final int PLACE = 12;
    private static final int MARGIN = 10;
    private static final int COUNTER_HEIGHT = 30;
    private static final int LIKE_WIDTH = 120;
    private static final int LIKE_HEIGHT = 40;

    private Pictures() {}

    /** A number as a counter shows it: 30 high, 12 wide for each digit and 20 for the frame. */
    public static String counter(String digits, Theme theme) {
        double first = MARGIN + PLACE / 2.0;
        return new Frame(theme, PLACE * digits.length() + 2 * MARGIN, COUNTER_HEIGHT, digits)
                .wheels(digits.length(), first, PLACE, COUNTER_HEIGHT)
                .digits(digits, first, PLACE, 21.5, 18)
                .finished();
    }

    /** A number of likes beside its icon, 120 by 40. */
    public static String like(String digits, Icon icon, Theme theme) {
        Shape shape = Shape.of(icon);
        double step = Math.min(11.0, 78.0 / digits.length());
        double width = 24 + 8 + step * digits.length();
        double left = (LIKE_WIDTH - width) / 2;
        return new Frame(theme, LIKE_WIDTH, LIKE_HEIGHT, digits)
                .shape(shape.path(), left, 8, 1, shape.colour(theme))
                .digits(digits, left + 32 + step / 2, step, 26, step < 9 ? 13 : 17)
                .finished();
    }
}
