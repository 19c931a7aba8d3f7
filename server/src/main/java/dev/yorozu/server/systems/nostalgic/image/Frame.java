package dev.yorozu.server.systems.nostalgic.image;

/** A box of one size in one theme, and what stands in it. All text in it is our own: digits and dashes. */
final class Frame {
    private static final String FONT = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Courier New',monospace";

    private final Theme theme;
    private final StringBuilder svg;

    Frame(Theme theme, int width, int height, String label) {
        this.theme = theme;
        this.svg = new StringBuilder(1400)
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" role=\"img\" aria-label=\"")
                .append(label)
                .append("\"><defs>")
                .append(theme.definitions())
                .append("</defs>");
        if (theme == Theme.FINAL) {
            // A white border shows on white pages only with something dark around it.
            svg.append("<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#00042e\"/>");
        }
        box(width, height, theme.hasGradient() ? "url(#g)" : theme.ground());
        if (!theme.hasGradient()) {
            box(width, height, "url(#o)");
        }
    }

    private void box(int width, int height, String fill) {
        svg.append("<rect x=\"1\" y=\"1\" width=\"")
                .append(width - 2)
                .append("\" height=\"")
                .append(height - 2)
                .append("\" rx=\"")
                .append(theme.corner())
                .append("\" fill=\"")
                .append(fill)
                .append("\" stroke=\"")
                .append(theme.border())
                .append("\" stroke-width=\"")
                .append(theme == Theme.LIGHT || theme == Theme.DARK ? "1" : "2")
                .append("\"/>");
    }

    /** Digits, each in the middle of its own place: so they stand still whatever font there is. */
    Frame digits(String digits, double first, double step, double baseline, int size) {
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < digits.length(); i++) {
            places.append(i == 0 ? "" : " ").append(tenths(first + i * step));
        }
        if (theme == Theme.RETRO) {
            text(digits, places, baseline, size, " filter=\"url(#f)\" opacity=\".8\"");
        }
        text(digits, places, baseline, size, theme.relief());
        return this;
    }

    private void text(String digits, CharSequence places, double baseline, int size, String more) {
        svg.append("<text x=\"")
                .append(places)
                .append("\" y=\"")
                .append(tenths(baseline))
                .append("\" text-anchor=\"middle\" font-family=\"")
                .append(FONT)
                .append("\" font-size=\"")
                .append(size)
                .append("\" font-weight=\"bold\" fill=\"")
                .append(theme.ink())
                .append('"')
                .append(more)
                .append('>')
                .append(digits)
                .append("</text>");
    }

    /** A shape that was drawn in a square of 24. */
    Frame shape(String path, double x, double y, double scale, String fill) {
        svg.append("<path transform=\"translate(")
                .append(tenths(x))
                .append(' ')
                .append(tenths(y))
                .append(") scale(")
                .append(scale)
                .append(")\" fill=\"")
                .append(fill)
                .append('"')
                .append(theme.relief())
                .append(" d=\"")
                .append(path)
                .append("\"/>");
        return this;
    }

    /** Lines between places, as the wheels of a mileage counter have them. */
    Frame wheels(int count, double first, double step, int height) {
        if (theme == Theme.LIGHT || theme == Theme.DARK) {
            svg.append("<path stroke=\"").append(theme.border()).append("\" stroke-width=\".8\" d=\"");
            for (int i = 1; i < count; i++) {
                svg.append('M')
                        .append(tenths(first + (i - 0.5) * step))
                        .append(" 5V")
                        .append(height - 5);
            }
            svg.append("\"/>");
        }
        return this;
    }

    String finished() {
        return svg.append("</svg>\n").toString();
    }

    private static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
