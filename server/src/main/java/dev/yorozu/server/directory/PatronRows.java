package dev.yorozu.server.directory;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The rows of the profiles that patrons have. */
final class PatronRows {
    private final Handle handle;

    PatronRows(Handle handle) {
        this.handle = handle;
    }

    Optional<String> profile(String user) {
        return handle.createQuery("SELECT id FROM profiles WHERE patreon_user_id = :user")
                .bind("user", user)
                .mapTo(String.class)
                .findOne();
    }

    /** Of two that make a profile for one patron at once the database lets one insert, and the other find it. */
    String made(String user, Instant now) {
        while (true) {
            handle.createUpdate("INSERT INTO profiles (id, patreon_user_id, created_at) VALUES (:id, :user, :now)"
                            + " ON CONFLICT DO NOTHING")
                    .bind("id", UUID.randomUUID().toString())
                    .bind("user", user)
                    .bind("now", Moments.of(now))
                    .execute();
            Optional<String> profile = profile(user);
            if (profile.isPresent()) {
                return profile.get();
            }
        }
    }
}
