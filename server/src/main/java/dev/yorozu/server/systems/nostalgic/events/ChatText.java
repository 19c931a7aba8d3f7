package dev.yorozu.server.systems.nostalgic.events;

/**
 * Texts of strangers in a line that chat services show: nobody is called by them, and nothing in them becomes a link that
 * leads elsewhere than it says.
 */
final class ChatText {
    private static final int LONGEST = 300;
    /** Shows nothing, and parts what belongs together. */
    private static final String GAP = "\u200b";

    private ChatText() {}

    static String harmless(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST) + 16);
        int[] characters = text.codePoints().limit(LONGEST + 1L).toArray();
        for (int i = 0; i < Math.min(characters.length, LONGEST); i++) {
            int c = characters[i];
            switch (c) {
                case '@', '#' -> line.appendCodePoint(c).append(GAP);
                case ']' -> line.append(']').append(GAP);
                case '<' -> line.append('‹');
                case '>' -> line.append('›');
                case '\n', '\r', '\t' -> line.append(' ');
                default -> line.appendCodePoint(c);
            }
        }
        return characters.length > LONGEST ? line.append('…').toString() : line.toString();
    }
}
