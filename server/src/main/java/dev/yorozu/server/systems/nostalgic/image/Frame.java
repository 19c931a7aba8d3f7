package dev.yorozu.server.systems.nostalgic.image;

/** A box of one size in one theme, and what stands in it. All text in it is our own: digits and dashes. */
final class Frame {
    private static final String FONT = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Courier New',monospace";

    private final Theme theme;
    private final StringBuilder svg = new StringBuilder(1400);

    Frame(Theme theme, int width, int height, String label) {
        this.theme = theme;
        begin("svg", "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height);
        more("viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label", label);
        svg.append("><defs>").append(theme.definitions()).append("</defs>");
        if (theme == Theme.FINAL) {
            // A white border shows on white pages only with something dark around it.
            begin("rect", "width", "100%", "height", "100%", "rx", 6, "fill", "#00042e")
                    .end();
        }
        box(width, height, theme.hasGradient() ? "url(#g)" : theme.ground);
        if (!theme.hasGradient()) {
            box(width, height, "url(#o)");
        }
    }

    /** Begins an element with these attributes, a name before each value. */
    private Frame begin(String element, Object... attributes) {
        svg.append('<').append(element);
        return more(attributes);
    }

    private Frame more(Object... attributes) {
        for (int i = 0; i < attributes.length; i += 2) {
            svg.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(attributes[i + 1])
                    .append('"');
        }
        return this;
    }

    private Frame end() {
        svg.append("/>");
        return this;
    }

    private void box(int width, int height, String fill) {
        begin("rect", "x", 1, "y", 1, "width", width - 2, "height", height - 2, "rx", theme.corner)
                .more("fill", fill, "stroke", theme.border, "stroke-width", theme.isPlain() ? 1 : 2)
                .end();
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

    private void text(String digits, CharSequence places, double baseline, int size, String relief) {
        begin("text", "x", places, "y", tenths(baseline), "text-anchor", "middle", "font-family", FONT)
                .more("font-size", size, "font-weight", "bold", "fill", theme.ink);
        svg.append(relief).append('>').append(digits).append("</text>");
    }

    /** A shape that was drawn in a square of 24. */
    Frame shape(String path, double x, double y, double scale, String fill) {
        String place = "translate(" + tenths(x) + " " + tenths(y) + ") scale(" + scale + ")";
        begin("path", "transform", place, "fill", fill);
        svg.append(theme.relief());
        return more("d", path).end();
    }

    /** Lines between places, as the wheels of a mileage counter have them. */
    Frame wheels(int count, double first, double step, int height) {
        if (!theme.isPlain()) {
            return this;
        }
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i < count; i++) {
            lines.append('M')
                    .append(tenths(first + (i - 0.5) * step))
                    .append(" 5V")
                    .append(height - 5);
        }
        return begin("path", "stroke", theme.border, "stroke-width", ".8", "d", lines)
                .end();
    }

    String finished() {
        return svg.append("</svg>\n").toString();
    }

    private static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
