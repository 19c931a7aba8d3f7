package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.store.Key;
import java.util.List;

/** Is told what a client did, when it has happened. Must be quick, and throw nothing. */
public interface Observer {
    /** Cares for nothing. */
    Observer NONE = new Observer() {
        @Override
        public void called(Command command) {}

        @Override
        public void done(Command command, List<Key> keys) {}

        @Override
        public void deleted(Command command, List<Key> keys) {}

        @Override
        public void refused(Command command, List<Key> keys) {}

        @Override
        public void undeclared(Key key) {}

        @Override
        public void violated(Violation violation, boolean undone) {}
    };

    /** A call came that the client may make. */
    void called(Command command);

    /** A call that changes something, or reaches keys that it does not name, was done, by itself or in a transaction. */
    void done(Command command, List<Key> keys);

    /** A call that was done has deleted these keys, as far as they were there. */
    void deleted(Command command, List<Key> keys);

    /** A call was refused because the client may not make it. */
    void refused(Command command, List<Key> keys);

    /** A key was written that no declaration describes. */
    void undeclared(Key key);

    /** A step has left a key in another shape than its declaration says, or was undone because it would have. */
    void violated(Violation violation, boolean undone);
}
