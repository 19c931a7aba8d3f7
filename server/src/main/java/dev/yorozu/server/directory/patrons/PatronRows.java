package dev.yorozu.server.directory.patrons;

import dev.yorozu.server.directory.database.Moments;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The rows of the profiles that patrons have. */
record PatronRows(Handle handle) {
    Optional<String> profile(String user) {
        return handle.select("SELECT id FROM profiles WHERE patreon_user_id = ?", user)
                .mapTo(String.class)
                .findOne();
    }

    /** Gives a patron without a profile this one, unless it is somebody else's. */
    void adopt(String profile, String user, Instant now) {
        insert(profile, user, now);
        handle.execute(
                "UPDATE profiles SET patreon_user_id = ? WHERE id = ? AND patreon_user_id IS NULL"
                        + " AND NOT EXISTS (SELECT 1 FROM profiles WHERE patreon_user_id = ?)",
                user,
                profile,
                user);
    }

    /** Makes a profile for a patron, unless either has another already. */
    private void insert(String profile, String user, Instant now) {
        handle.execute(
                "INSERT INTO profiles (id, patreon_user_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                profile,
                user,
                Moments.of(now));
    }

    /** Of two that make a profile for one patron at once the database lets one insert, and the other find it. */
    String made(String user, Instant now) {
        while (true) {
            insert(UUID.randomUUID().toString(), user, now);
            Optional<String> profile = profile(user);
            if (profile.isPresent()) {
                return profile.get();
            }
        }
    }
}
