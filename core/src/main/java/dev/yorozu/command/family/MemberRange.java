package dev.yorozu.command.family;

import dev.yorozu.command.call.Refused;
import dev.yorozu.store.Bytes;

/** Members between two borders by their bytes: {@code [a} includes it, {@code (a} does not, {@code -} and {@code +} are ends. */
record MemberRange(Border least, Border greatest) {
    /** @param kind the first character */
    private record Border(char kind, Bytes member) {
        static Border of(Bytes text) {
            char kind = text.length() == 0 ? ' ' : (char) text.at(0);
            boolean end = (kind == '-' || kind == '+') && text.length() == 1;
            if (!end && kind != '[' && kind != '(') {
                throw new Refused("ERR min or max not valid string range item");
            }
            return new Border(kind, Bytes.wrap(text.toArray(), 1, text.length() - 1));
        }

        /** Negative when the member lies before this border, nought when it lies on it. */
        int compare(Bytes other) {
            return switch (kind) {
                case '-' -> 1;
                case '+' -> -1;
                default -> other.compareTo(member);
            };
        }
    }

    static MemberRange of(Bytes least, Bytes greatest) {
        return new MemberRange(Border.of(least), Border.of(greatest));
    }

    boolean has(Bytes member) {
        int low = least.compare(member);
        int high = greatest.compare(member);
        return (low > 0 || (low == 0 && least.kind() == '[')) && (high < 0 || (high == 0 && greatest.kind() == '['));
    }
}
