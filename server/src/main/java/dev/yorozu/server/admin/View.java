package dev.yorozu.server.admin;

/**
 * How much of a key to show.
 *
 * @param elements the most elements of its value; 0 for none of the value
 * @param reveal whether to show what is declared secret
 */
public record View(int elements, boolean reveal) {
    public static final int MOST_ELEMENTS = 10_000;

    /** All but the value. */
    public static final View OUTLINE = new View(0, false);

    public View {
        if (elements < 0 || elements > MOST_ELEMENTS) {
            throw new IllegalArgumentException("A view holds 0 to " + MOST_ELEMENTS + " elements");
        }
    }
}
