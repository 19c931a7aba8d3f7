package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands commands of clients to Redis by one script, which does them as one step and tells the kind of each reply. */
final class CommandRelay implements Store.Relay {
    private static final Bytes DIGEST = Bytes.of("digest");

    private final Function<Key, Bytes> name;
    private final Function<Command, @Nullable Object> sending;

    /**
     * @param name what Redis calls a key
     * @param sending sends a command, and gives the reply
     */
    CommandRelay(Function<Key, Bytes> name, Function<Command, @Nullable Object> sending) {
        this.name = name;
        this.sending = sending;
    }

    @Override
    public Optional<List<Store.Told>> relay(List<Store.Relayed> calls, Map<Key, Bytes> watched) {
        List<Bytes> keys = new ArrayList<>();
        List<Bytes> arguments = new ArrayList<>();
        watched.keySet().forEach(key -> keys.add(name.apply(key)));
        arguments.add(Bytes.of(watched.size()));
        arguments.addAll(watched.values());
        for (Store.Relayed call : calls) {
            arguments.add(Bytes.of(call.parts().size()));
            for (int i = 0; i < call.parts().size(); i++) {
                Key key = call.keys().get(i);
                Bytes part = key == null ? call.parts().get(i) : name.apply(key);
                arguments.add(part);
                if (key != null) {
                    keys.add(part);
                }
            }
        }
        Object reply = sending.apply(Script.relay(keys, arguments));
        return reply instanceof Bytes ? Optional.empty() : Optional.of(told(Replies.list(reply)));
    }

    private static List<Store.Told> told(List<@Nullable Object> replies) {
        List<Store.Told> told = new ArrayList<>(replies.size() / 2);
        for (int i = 0; i < replies.size(); i += 2) {
            Object reply = replies.get(i + 1);
            told.add(
                    switch (Replies.bytes(replies.get(i)).text()) {
                        case "s" -> new Store.Told.Status(Replies.bytes(reply).text());
                        case "e" -> new Store.Told.Failed(Replies.bytes(reply).text());
                        case "i" -> new Store.Told.Value(Replies.number(reply));
                        default -> new Store.Told.Value(reply);
                    });
        }
        return told;
    }

    @Override
    public Bytes digest(Key key) {
        return Replies.bytes(Replies.list(sending.apply(Script.relay(List.of(name.apply(key)), List.of(DIGEST))))
                .getFirst());
    }
}
