package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Checks a call before anything is done: its command, its size, and the names of its keys. */
record Preparation(CommandTable table, Schema schema, Limits limits) {
    /** Throws {@link Refused} for a call that cannot be done. */
    Prepared prepare(List<Bytes> parts) {
        Command command = table.find(parts);
        requireSize(command, parts);
        return new Prepared(command, List.copyOf(parts), keys(command, parts));
    }

    private void requireSize(Command command, List<Bytes> parts) {
        int beside = command.lastKey() < 0 ? 1 : 2; // The name, and the one key.
        if ((parts.size() - beside) / command.unit() > limits.batchOperations()) {
            throw new Refused(
                    "ERR too many keys, members, fields or values in one command: at most " + limits.batchOperations());
        }
        for (Bytes part : parts) {
            if (part.length() > limits.valueBytes()) {
                throw new Refused("ERR a value is too long: at most " + limits.valueBytes() + " bytes");
            }
        }
    }

    private List<Key> keys(Command command, List<Bytes> parts) {
        if (command.firstKey() == 0) {
            return List.of();
        }
        int last = command.lastKey() < 0 ? parts.size() + command.lastKey() : command.lastKey();
        List<Key> keys = new ArrayList<>();
        for (int i = command.firstKey(); i <= last; i += command.step()) {
            keys.add(key(parts.get(i)));
        }
        return keys;
    }

    private Key key(Bytes name) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name.toArray()))
                    .toString();
            if (Key.isName(text)) {
                Key key = schema.key(text);
                limits.check(key);
                return key;
            }
        } catch (CharacterCodingException | StoreException.LimitExceeded e) {
            throw wrongName();
        }
        throw wrongName();
    }

    private Refused wrongName() {
        return new Refused("ERR a key must be UTF-8 text of 1 to " + limits.keyBytes() + " bytes without braces");
    }
}
