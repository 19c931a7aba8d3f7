package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.util.ArrayList;
import java.util.List;

/**
 * One Redis command.
 *
 * @param keyIndex where among the arguments the first key stands, by which a cluster finds the node; -1 when there is none
 */
record Command(ProtocolKeyword verb, int keyIndex, List<Bytes> arguments) {
    /** A command without a key. */
    static Command plain(ProtocolKeyword verb, String... arguments) {
        List<Bytes> all = new ArrayList<>(arguments.length);
        for (String argument : arguments) {
            all.add(Bytes.of(argument));
        }
        return new Command(verb, -1, all);
    }

    /** A command whose first argument is its key. */
    static Command on(Bytes key, CommandType verb, List<Bytes> rest) {
        List<Bytes> all = new ArrayList<>(rest.size() + 1);
        all.add(key);
        all.addAll(rest);
        return new Command(verb, 0, all);
    }

    /** A command whose first argument is its key. */
    static Command on(Bytes key, CommandType verb, Bytes... rest) {
        return on(key, verb, List.of(rest));
    }

    /** The key that says where this command must run. */
    Bytes key() {
        return arguments.get(keyIndex);
    }
}
