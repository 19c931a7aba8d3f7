package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.store.Key;
import java.util.List;

/** Is told what a client did, when it has happened. Must be quick, and throw nothing. */
public interface Observer {
    /** Cares for nothing. */
    Observer NONE = new Observer() {};

    /** A call came that the client may make. */
    default void called(Command command) {}

    /** A call that changes something, or reaches keys that it does not name, was done, by itself or in a transaction. */
    default void done(Command command, List<Key> keys) {}

    /** A call that was done has deleted these keys, as far as they were there. */
    default void deleted(Command command, List<Key> keys) {}

    /** A call was refused because the client may not make it. */
    default void refused(Command command, List<Key> keys) {}

    /** A key was written that no declaration describes. */
    default void undeclared(Key key) {}

    /** A step has left a key in another shape than its declaration says, or was undone because it would have. */
    default void violated(Violation violation, boolean undone) {}
}
