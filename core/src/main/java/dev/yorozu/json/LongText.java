package dev.yorozu.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A text of plain characters where it was read, which becomes a string when it is asked for. Its bytes do not change. */
final class LongText {
    final byte[] array;
    final int offset;
    final int length;
    private @Nullable String text;

    LongText(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /** The text; any number of threads may make it, each the same. */
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = new String(array, offset, length, StandardCharsets.ISO_8859_1);
            text = known;
        }
        return known;
    }
}
