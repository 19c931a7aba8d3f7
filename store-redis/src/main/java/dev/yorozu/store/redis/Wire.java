package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import java.util.List;

/**
 * Spells a command as Redis reads it: the number of its parts, then the length and the bytes of each.
 *
 * <p>This is done by the calling thread, into one array, so that the thread that writes for all callers only copies it.
 */
final class Wire {
    /** The longest head of a part: a sign, ten digits and the end of the line. */
    private static final int HEAD = 13;

    private final byte[] target;
    private int position;

    private Wire(int size) {
        this.target = new byte[size];
    }

    /** An array that begins with the command, and how much of it that is. */
    record Encoded(byte[] array, int length) {}

    static Encoded encode(Command command) {
        byte[] verb = command.verb().getBytes();
        List<Bytes> arguments = command.arguments();
        int size = HEAD + part(verb.length);
        for (int i = 0; i < arguments.size(); i++) {
            size += part(arguments.get(i).length());
        }
        Wire wire = new Wire(size);
        wire.head('*', arguments.size() + 1);
        wire.head('$', verb.length);
        System.arraycopy(verb, 0, wire.target, wire.position, verb.length);
        wire.end(verb.length);
        for (int i = 0; i < arguments.size(); i++) {
            Bytes argument = arguments.get(i);
            wire.head('$', argument.length());
            argument.copyTo(wire.target, wire.position);
            wire.end(argument.length());
        }
        return new Encoded(wire.target, wire.position);
    }

    private static int part(int length) {
        return HEAD + length + 2;
    }

    private void head(char sign, int number) {
        target[position++] = (byte) sign;
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        int rest = number;
        for (int i = digits - 1; i >= 0; i--) {
            target[position + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end(digits);
    }

    /** Ends a line of which so many bytes have been written. */
    private void end(int written) {
        position += written;
        target[position++] = '\r';
        target[position++] = '\n';
    }
}
