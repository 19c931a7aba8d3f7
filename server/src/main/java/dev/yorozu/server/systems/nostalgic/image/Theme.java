package dev.yorozu.server.systems.nostalgic.image;

import java.util.Locale;

/**
 * How pictures look. Drawn with attributes alone, because a picture that is opened by itself may load no style.
 *
 * @see Frame
 */
public enum Theme {
    LIGHT("#ffffff", "#c4c7cc", "#111111", 4),
    DARK("#2a2a2a", "#5c5c5c", "#ffffff", 4),
    RETRO("#0d1117", "#00ff41", "#00ff41", 0),
    KAWAII("#e0f7fa", "#9c27b0", "#ff69b4", 12),
    MOM("#d8f5d8", "#ff8c00", "#2d4a2b", 6),
    FINAL("#0000ff", "#f2f2ff", "#ffffff", 5);

    final String ground;
    final String border;
    final String ink;
    final int corner;

    Theme(String ground, String border, String ink, int corner) {
        this.ground = ground;
        this.border = border;
        this.ink = ink;
        this.corner = corner;
    }

    /** The theme that a page asks for, under today's name or an earlier one; dark for all that is none. */
    public static Theme of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "light", "modern" -> LIGHT;
            case "retro" -> RETRO;
            case "kawaii" -> KAWAII;
            case "mom", "mother" -> MOM;
            case "final", "ff" -> FINAL;
            default -> DARK;
        };
    }

    /** What the frame fills itself with, as definitions; the filling is named {@code g}, what lies over it {@code o}. */
    String definitions() {
        return switch (this) {
            case LIGHT -> gradient("#ffffff", "#e9ebef");
            case DARK -> gradient("#3d3d3d", "#1c1c1c");
            case RETRO ->
                "<pattern id=\"o\" width=\"4\" height=\"3\" patternUnits=\"userSpaceOnUse\">"
                        + "<rect width=\"4\" height=\"1\" fill=\"#00ff41\" opacity=\".13\"/></pattern>"
                        + "<filter id=\"f\" x=\"-20%\" y=\"-40%\" width=\"140%\" height=\"180%\">"
                        + "<feGaussianBlur stdDeviation=\"1.6\"/></filter>";
            case KAWAII ->
                "<pattern id=\"o\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\">"
                        + "<circle cx=\"3\" cy=\"3\" r=\"1.8\" fill=\"#fff\"/>"
                        + "<circle cx=\"9\" cy=\"9\" r=\"1.8\" fill=\"#ffd6ec\"/></pattern>";
            case MOM ->
                "<pattern id=\"o\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\">"
                        + "<path d=\"M0 4h16M4 0v16\" stroke=\"#8fd48f\" stroke-width=\"4\" opacity=\".55\"/>"
                        + "<path d=\"M0 12h16M12 0v16\" stroke=\"#ffd9a0\" stroke-width=\"1.5\"/></pattern>";
            case FINAL -> gradient("#3a4cff", "#000a66");
        };
    }

    private static String gradient(String top, String bottom) {
        return "<linearGradient id=\"g\" x2=\"0\" y2=\"1\"><stop stop-color=\"" + top
                + "\"/><stop offset=\"1\" stop-color=\"" + bottom + "\"/></linearGradient>";
    }

    boolean hasGradient() {
        return isPlain() || this == FINAL;
    }

    /** Whether it is drawn with thin lines alone. */
    boolean isPlain() {
        return this == LIGHT || this == DARK;
    }

    /** What makes the ink stand out from the ground, as attributes of a text or path. */
    String relief() {
        return switch (this) {
            case LIGHT, DARK, RETRO -> "";
            case KAWAII -> " stroke=\"#9c27b0\" stroke-width=\"1.4\" paint-order=\"stroke\" stroke-linejoin=\"round\"";
            case MOM -> " stroke=\"#f3fff0\" stroke-width=\"2.4\" paint-order=\"stroke\" stroke-linejoin=\"round\"";
            case FINAL -> " stroke=\"#00042e\" stroke-width=\"2\" paint-order=\"stroke\" stroke-linejoin=\"round\"";
        };
    }
}
