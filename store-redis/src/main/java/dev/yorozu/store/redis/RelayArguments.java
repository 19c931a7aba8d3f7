package dev.yorozu.store.redis;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The arguments that {@link CommandRelay} writes.
 *
 * @param undoing what happens when a key is left in another shape than it must have
 * @param watched the digests of the first keys
 */
record RelayArguments(String undoing, List<Bytes> watched, List<Inner> calls, List<Shaped> shapes) {
    /** A call within the script. */
    record Inner(Command command, List<Bytes> parts, List<Key> keys) {}

    /**
     * A key that must be left in a shape.
     *
     * @param number of the shape among all, from 1 on
     * @param call which of the calls, from 0 on, may leave it otherwise
     */
    record Shaped(int number, int call, Key key, Store.Shape shape) {}

    /**
     * Refuses what no relay writes.
     *
     * @param keys those that the script names
     */
    static RelayArguments of(List<Bytes> arguments, List<Key> keys) {
        try {
            return new Reading(arguments, keys).all();
        } catch (NoSuchElementException | IndexOutOfBoundsException | ArithmeticException malformed) {
            throw StoreScripts.malformed();
        }
    }

    private static final class Reading {
        private final Iterator<Bytes> arguments;
        private final int most;
        private final Map<String, Key> keys = new HashMap<>();
        private final int known;

        private Reading(List<Bytes> arguments, List<Key> keys) {
            this.arguments = arguments.iterator();
            this.most = arguments.size();
            this.known = keys.size();
            keys.forEach(key -> this.keys.put(key.name(), key));
        }

        private RelayArguments all() {
            String undoing = arguments.next().text();
            List<Bytes> watched = some();
            if (watched.size() > known) {
                throw StoreScripts.malformed();
            }
            List<Inner> calls = new ArrayList<>();
            List<Shaped> shapes = new ArrayList<>();
            while (arguments.hasNext()) {
                List<Bytes> parts = some();
                Command command = RelayScript.command(parts);
                calls.add(new Inner(command, parts, keys(command, parts)));
                for (int left = count(); left > 0; left--) {
                    Key key = key(parts.get(count() - 1));
                    shapes.add(new Shaped(shapes.size() + 1, calls.size() - 1, key, shape()));
                }
            }
            return new RelayArguments(undoing, watched, calls, shapes);
        }

        private List<Key> keys(Command command, List<Bytes> parts) {
            List<Key> named = new ArrayList<>();
            for (int place : command.keyPlaces(parts)) {
                named.add(key(parts.get(place)));
            }
            return named;
        }

        private Key key(Bytes name) {
            Key key = keys.get(name.text());
            if (key == null) {
                throw new Refused("ERR a call within this script names a key that the script does not");
            }
            return key;
        }

        /** So many as the first of them says. */
        private List<Bytes> some() {
            int count = count();
            List<Bytes> some = new ArrayList<>(count);
            while (some.size() < count) {
                some.add(arguments.next());
            }
            return some;
        }

        private int count() {
            long count = arguments.next().number().orElseThrow();
            if (count < 0 || count > most) {
                throw StoreScripts.malformed();
            }
            return (int) count;
        }

        private Store.Shape shape() {
            ValueType type = switch (arguments.next().text()) {
                case "string" -> ValueType.STRING;
                case "set" -> ValueType.SET;
                case "zset" -> ValueType.RANK;
                case "list" -> ValueType.LIST;
                case "hash" -> ValueType.HASH;
                default -> throw StoreScripts.malformed();
            };
            boolean ends = count() == 1;
            Bytes form = arguments.next();
            return new Store.Shape(
                    type,
                    ends,
                    switch (form.text()) {
                        case "any" -> new Store.Form.Any();
                        case "number" -> new Store.Form.Number();
                        default -> new Store.Form.Json(fields(form));
                    });
        }

        private List<String> fields(Bytes count) {
            List<String> fields = new ArrayList<>();
            for (long left = count.number().orElseThrow(); left > 0; left--) {
                fields.add(arguments.next().text());
            }
            return fields;
        }
    }
}
