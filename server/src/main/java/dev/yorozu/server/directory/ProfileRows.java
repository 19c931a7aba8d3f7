package dev.yorozu.server.directory;

import dev.yorozu.account.Profile;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

/** The rows of the profiles that accounts have. */
final class ProfileRows {
    private final Handle handle;

    ProfileRows(Handle handle) {
        this.handle = handle;
    }

    List<Profile> of(Set<UUID> users) {
        return handle.createQuery("SELECT a.uuid, a.email, p.first_name, p.last_name, p.phone, p.address, p.version"
                        + " FROM account_profiles p JOIN accounts a ON a.id = p.account_id WHERE a.uuid IN (<users>)")
                .bindList("users", List.copyOf(users))
                .map(ProfileRows::profile)
                .list();
    }

    boolean create(UUID user, Profile.Draft draft) {
        return bound(
                                handle.createUpdate(
                                        "INSERT INTO account_profiles (account_id, first_name, last_name, phone, address, version)"
                                                + " SELECT a.id, CAST(:first AS VARCHAR), CAST(:last AS VARCHAR),"
                                                + " CAST(:phone AS VARCHAR), CAST(:address AS VARCHAR), 1 FROM accounts a"
                                                + " WHERE a.uuid = :user ON CONFLICT DO NOTHING"),
                                user,
                                draft)
                        .execute()
                > 0;
    }

    /** Until the transaction ends nobody else changes this profile. */
    void lock(UUID user) {
        handle.createQuery("SELECT version FROM account_profiles WHERE account_id ="
                        + " (SELECT a.id FROM accounts a WHERE a.uuid = :user) FOR UPDATE")
                .bind("user", user)
                .mapTo(Long.class)
                .findOne();
    }

    void change(UUID user, Profile.Draft draft) {
        bound(
                        handle.createUpdate("UPDATE account_profiles SET first_name = :first, last_name = :last,"
                                + " phone = :phone, address = :address, version = version + 1 WHERE account_id ="
                                + " (SELECT a.id FROM accounts a WHERE a.uuid = :user)"),
                        user,
                        draft)
                .execute();
    }

    private static Update bound(Update update, UUID user, Profile.Draft draft) {
        return update.bind("first", draft.firstName())
                .bind("last", draft.lastName())
                .bind("phone", draft.phone())
                .bind("address", draft.address())
                .bind("user", user);
    }

    private static Profile profile(ResultSet row, StatementContext context) throws SQLException {
        return new Profile(
                row.getObject("uuid", UUID.class),
                row.getString("first_name"),
                row.getString("last_name"),
                row.getString("email"),
                row.getString("phone"),
                row.getString("address"),
                row.getLong("version"));
    }
}
