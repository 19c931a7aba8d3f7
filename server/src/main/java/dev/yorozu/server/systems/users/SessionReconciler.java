package dev.yorozu.server.systems.users;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.server.operate.statistics.CensusListener;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Key;
import java.util.List;

/**
 * Has the indexes name the sessions that other programs wrote. Listing a user's sessions looks for such in a bounded part
 * of the store only; each count of all keys comes past the rest.
 */
record SessionReconciler(Sessions sessions) implements CensusListener {
    @Override
    public KeyPattern pattern() {
        return UserKeys.SESSION;
    }

    @Override
    public void seen(List<Key> keys) {
        sessions.adopt(keys);
    }
}
