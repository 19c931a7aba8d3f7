package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands commands of clients to Redis by one script, which does them as one step and tells the kind of each reply. */
final class CommandRelay implements Store.Relay {
    private static final Bytes DIGEST = Bytes.of("digest");
    private static final Bytes NOTES = Bytes.of("notes");
    private static final Bytes UNDOES = Bytes.of("undoes");
    private static final Bytes UNDOES_UNLESS_KEPT = Bytes.of("kept");
    private static final Bytes ANY = Bytes.of("any");
    private static final Bytes NUMBER = Bytes.of("number");

    private final BiPredicate<Key, Key> together;
    private final Function<Key, Bytes> name;
    private final Sending sending;

    /** Sends a command, which may write or does not, and gives the reply. */
    @FunctionalInterface
    interface Sending {
        @Nullable
        Object send(Command command, boolean writes);
    }

    /**
     * @param together whether one script may use the one key and the other
     * @param name what Redis calls a key
     */
    CommandRelay(BiPredicate<Key, Key> together, Function<Key, Bytes> name, Sending sending) {
        this.together = together;
        this.name = name;
        this.sending = sending;
    }

    @Override
    public Optional<Store.RelayOutcome> relay(List<Store.Relayed> calls, Map<Key, Bytes> watched, boolean undoes) {
        List<Bytes> keys = new ArrayList<>();
        List<Bytes> arguments = new ArrayList<>();
        List<Key> shaped = new ArrayList<>();
        watched.keySet().forEach(key -> keys.add(name.apply(key)));
        arguments.add(watching(calls, undoes));
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
            arguments.add(Bytes.of(call.shapes().size()));
            call.shapes().forEach((part, shape) -> {
                shaped.add(Objects.requireNonNull(call.keys().get(part)));
                append(part + 1, shape, arguments);
            });
        }
        Object reply =
                sending.send(Script.relay(keys, arguments), calls.stream().anyMatch(Store.Relayed::writes));
        return reply instanceof Bytes ? Optional.empty() : Optional.of(outcome(Replies.list(reply), shaped));
    }

    @Override
    public @Nullable Object script(Store.Relayed call) {
        List<Bytes> arguments =
                new ArrayList<>(call.parts().subList(1, call.parts().size()));
        call.keys().forEach((place, key) -> arguments.set(place - 1, name.apply(key)));
        return sending.send(new Command(CommandType.EVAL, call.keys().isEmpty() ? -1 : 2, arguments), call.writes());
    }

    private static Bytes watching(List<Store.Relayed> calls, boolean undoes) {
        if (!undoes || calls.stream().allMatch(call -> call.shapes().isEmpty())) {
            return NOTES;
        }
        return calls.size() == 1 && calls.getFirst().keeps() ? UNDOES_UNLESS_KEPT : UNDOES;
    }

    private static void append(int part, Store.Shape shape, List<Bytes> arguments) {
        arguments.add(Bytes.of(part));
        arguments.add(Bytes.of(
                switch (shape.type()) {
                    case STRING -> "string";
                    case SET -> "set";
                    case RANK -> "zset";
                    case LIST -> "list";
                    case HASH -> "hash";
                }));
        arguments.add(Bytes.of(shape.ends() ? 1 : 0));
        switch (shape.form()) {
            case Store.Form.Any any -> arguments.add(ANY);
            case Store.Form.Number number -> arguments.add(NUMBER);
            case Store.Form.Json json -> {
                arguments.add(Bytes.of(json.fields().size()));
                json.fields().forEach(field -> arguments.add(Bytes.of(field)));
            }
        }
    }

    /** @param shaped the keys with a shape, in the order in which they were named to the script */
    private static Store.RelayOutcome outcome(List<@Nullable Object> replies, List<Key> shaped) {
        List<Store.Told> told = new ArrayList<>(replies.size() / 2);
        List<Store.Flawed> flawed = new ArrayList<>();
        boolean undone = false;
        for (int i = 0; i < replies.size(); i += 2) {
            Object reply = replies.get(i + 1);
            switch (Replies.bytes(replies.get(i)).text()) {
                case "s" -> told.add(new Store.Told.Status(Replies.bytes(reply).text()));
                case "e" -> told.add(new Store.Told.Failed(Replies.bytes(reply).text()));
                case "i" -> told.add(new Store.Told.Value(Replies.number(reply)));
                case "undone" -> undone = true;
                case "TYPE" -> flawed.add(flawed(reply, shaped, Store.Flaw.TYPE));
                case "LIFE" -> flawed.add(flawed(reply, shaped, Store.Flaw.LIFE));
                case "FORM" -> flawed.add(flawed(reply, shaped, Store.Flaw.FORM));
                default -> told.add(new Store.Told.Value(reply));
            }
        }
        return new Store.RelayOutcome(told, flawed, undone);
    }

    private static Store.Flawed flawed(@Nullable Object number, List<Key> shaped, Store.Flaw flaw) {
        return new Store.Flawed(shaped.get((int) Replies.number(number) - 1), flaw);
    }

    @Override
    public boolean reachesTogether(Key one, Key other) {
        return together.test(one, other);
    }

    @Override
    public Bytes digest(Key key) {
        return Replies.bytes(Replies.list(sending.send(Script.relay(List.of(name.apply(key)), List.of(DIGEST)), false))
                .getFirst());
    }
}
