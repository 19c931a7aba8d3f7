package dev.yorozu.command.call;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import java.nio.charset.StandardCharsets;

/** A command cannot be done as it is asked for; the text is Redis's own. Nothing was changed. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public static final String SYNTAX = "ERR syntax error";
    public static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    public static final String NOT_A_FLOAT = "ERR value is not a valid float";
    public static final String WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";

    /** @param text a code such as {@code ERR}, and a sentence */
    public Refused(String text) {
        super(text, null, false, false);
    }

    /** A text of which each character stands for a byte of it in UTF-8, as {@link #shown} gives them. */
    public static Refused ofBytes(String bytes) {
        return new Refused(new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    /** The beginning of a part, as C shows it: up to its first zero, and on one line. Each character is a byte. */
    public static String shown(Bytes part, int most) {
        String text = new String(part.toArray(), StandardCharsets.ISO_8859_1);
        int zero = text.indexOf('\0');
        String cut = zero < 0 ? text : text.substring(0, zero);
        return cut.substring(0, Math.min(cut.length(), most)).replaceAll("[\r\n]", " ");
    }

    public static Refused syntax() {
        return new Refused(SYNTAX);
    }

    /** A call with too few parts, or too many. */
    public static Refused arity(String command) {
        return new Refused("ERR wrong number of arguments for '" + command + "' command");
    }

    /** What exceeds a limit; that keys lie on different nodes of a cluster has a code of its own. */
    public static Reply reply(StoreException.LimitExceeded exceeded) {
        String text = String.valueOf(exceeded.getMessage());
        return Reply.error(text.startsWith("CROSSSLOT ") ? text : "ERR " + text);
    }

    public Reply reply() {
        return Reply.error(String.valueOf(getMessage()));
    }
}
