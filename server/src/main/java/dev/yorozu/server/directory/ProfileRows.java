package dev.yorozu.server.directory;

import dev.yorozu.account.Profile;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The rows of the profiles that accounts have. */
record ProfileRows(Handle handle) {
    private static final String ACCOUNT = "(SELECT a.id FROM accounts a WHERE a.uuid = ?)";

    List<Profile> of(Set<UUID> users) {
        return handle.createQuery("SELECT a.uuid, a.email, p.first_name, p.last_name, p.phone, p.address, p.version"
                        + " FROM account_profiles p JOIN accounts a ON a.id = p.account_id WHERE a.uuid IN (<users>)")
                .bindList("users", List.copyOf(users))
                .map(ProfileRows::profile)
                .list();
    }

    Optional<Profile> find(UUID user) {
        return of(Set.of(user)).stream().findFirst();
    }

    boolean create(UUID user, Profile.Draft draft) {
        int created = handle.execute(
                "INSERT INTO account_profiles (account_id, first_name, last_name, phone, address, version)"
                        + " SELECT a.id, CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR), 1"
                        + " FROM accounts a WHERE a.uuid = ? ON CONFLICT DO NOTHING",
                draft.firstName(),
                draft.lastName(),
                draft.phone(),
                draft.address(),
                user);
        return created > 0;
    }

    /** Until the transaction ends nobody else changes this profile. */
    void lock(UUID user) {
        handle.select("SELECT version FROM account_profiles WHERE account_id = " + ACCOUNT + " FOR UPDATE", user)
                .mapTo(Long.class)
                .findOne();
    }

    void change(UUID user, Profile.Draft draft) {
        handle.execute(
                "UPDATE account_profiles SET first_name = ?, last_name = ?, phone = ?, address = ?, version = version + 1"
                        + " WHERE account_id = " + ACCOUNT,
                draft.firstName(),
                draft.lastName(),
                draft.phone(),
                draft.address(),
                user);
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
