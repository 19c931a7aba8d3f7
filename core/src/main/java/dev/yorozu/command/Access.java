package dev.yorozu.command;

import dev.yorozu.command.call.Command;

/** What a client may do, asked anew with each call. */
public interface Access {
    /** Everything, to all keys. */
    Access ALL = new Access() {
        @Override
        public boolean permits(Command command) {
            return true;
        }

        @Override
        public boolean reaches(String key) {
            return true;
        }
    };

    /** Whether this command may be used at all. */
    boolean permits(Command command);

    /** Whether the key of this name may be named, found or counted. */
    boolean reaches(String key);
}
