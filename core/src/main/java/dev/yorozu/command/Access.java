package dev.yorozu.command;

import dev.yorozu.command.call.Command;

/** What a client may do, asked anew with each call. */
public interface Access {
    /** Everything, to all keys. */
    Access ALL = same(true);

    /** Nothing. */
    Access NONE = same(false);

    private static Access same(boolean allowed) {
        return new Access() {
            @Override
            public boolean permits(Command command) {
                return allowed;
            }

            @Override
            public boolean reaches(String key) {
                return allowed;
            }
        };
    }

    /** Whether this command may be used at all. */
    boolean permits(Command command);

    /** Whether the key of this name may be named, found or counted. */
    boolean reaches(String key);
}
