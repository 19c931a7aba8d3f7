package dev.yorozu.server.doors;

import dev.yorozu.command.Observer;
import dev.yorozu.command.call.Command;
import dev.yorozu.store.Key;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells whoever remembers what keys hold when clients of doors, or operators, have changed some. Safe for use by many threads. */
public final class Changes implements Observer {
    private final List<Consumer<List<Key>>> listeners = new CopyOnWriteArrayList<>();

    /** @param listener is told before the client is; of no key where any of all may be changed */
    public void whenMade(Consumer<List<Key>> listener) {
        listeners.add(listener);
    }

    @Override
    public void done(Command command, List<Key> keys) {
        if (command.is(Command.Flag.WRITE)) {
            listeners.forEach(listener -> listener.accept(keys));
        }
    }
}
