package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.keyspace.KeyPattern;
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
import java.util.Optional;

/** Checks a call before anything is done: its command, its size, and the names of its keys. */
record Preparation(CommandTable table, Schema schema, Limits limits) {
    /** Throws {@link Refused} for a call that cannot be done. */
    Prepared prepare(List<Bytes> parts) {
        Command command = table.find(parts);
        requireSize(command, parts);
        List<Key> keys = new ArrayList<>();
        List<Optional<KeyPattern>> patterns = new ArrayList<>();
        for (String name : names(command, parts)) {
            Optional<KeyPattern> pattern = schema.match(name);
            keys.add(key(name, pattern));
            patterns.add(pattern);
        }
        return new Prepared(command, List.copyOf(parts), keys, patterns);
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

    private List<String> names(Command command, List<Bytes> parts) {
        int[] places = command.keyPlaces(parts);
        List<String> names = new ArrayList<>(places.length);
        for (int place : places) {
            names.add(name(parts.get(place)));
        }
        return names;
    }

    private String name(Bytes name) {
        try {
            String text = text(name);
            if (Key.isName(text)) {
                return text;
            }
        } catch (CharacterCodingException e) {
            throw wrongName();
        }
        throw wrongName();
    }

    private Key key(String name, Optional<KeyPattern> pattern) {
        try {
            Key key = schema.key(name, pattern);
            limits.check(key);
            return key;
        } catch (StoreException.LimitExceeded e) {
            throw wrongName();
        }
    }

    private static String text(Bytes name) throws CharacterCodingException {
        return isAscii(name)
                ? name.text()
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(name.toArray()))
                        .toString();
    }

    /** As nearly all are, and then need no decoder of their own. */
    private static boolean isAscii(Bytes name) {
        return name.read((array, from, to) -> {
            int all = 0;
            for (int i = from; i < to; i++) {
                all |= array[i];
            }
            return all >= 0;
        });
    }

    private Refused wrongName() {
        return new Refused("ERR a key must be UTF-8 text of 1 to " + limits.keyBytes() + " bytes without braces");
    }
}
