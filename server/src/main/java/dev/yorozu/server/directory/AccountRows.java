package dev.yorozu.server.directory;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Field;
import dev.yorozu.account.Identifier;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The rows of accounts and of their roles. */
final class AccountRows {
    private static final String SELECT =
            "SELECT a.id, a.uuid, a.login_id, a.username, a.email, a.enabled, a.password_hash, a.version, a.created_at,"
                    + " r.id AS role_id, r.name AS role_name FROM accounts a"
                    + " LEFT JOIN account_roles ar ON ar.account_id = a.id LEFT JOIN roles r ON r.id = ar.role_id ";

    private final Handle handle;

    AccountRows(Handle handle) {
        this.handle = handle;
    }

    Optional<Account> find(long id) {
        return one(handle.createQuery(SELECT + "WHERE a.id = :id ORDER BY r.id").bind("id", id));
    }

    Optional<Account> findByUuid(UUID uuid) {
        return one(handle.createQuery(SELECT + "WHERE a.uuid = :uuid ORDER BY r.id")
                .bind("uuid", uuid));
    }

    Optional<Account> findByIdentifier(String identifier) {
        String column = Identifier.isEmail(identifier) ? "email_norm" : "login_norm";
        return one(handle.createQuery(SELECT + "WHERE a." + column + " = :norm ORDER BY r.id")
                .bind("norm", Identifier.normal(identifier)));
    }

    List<Account> behind(long id, int limit) {
        return all(handle.createQuery(SELECT + "WHERE a.id IN (SELECT id FROM accounts WHERE id > :behind ORDER BY id"
                        + " LIMIT :limit) ORDER BY a.id, r.id")
                .bind("behind", id)
                .bind("limit", limit));
    }

    /** Of two that ask for one name at once the database lets one insert, and the other do nothing. */
    AccountCreation create(NewAccount account, UUID uuid, Instant now) {
        while (insert(account, uuid, now) == 0) {
            Optional<Field> taken = taken(account);
            if (taken.isPresent()) {
                return new AccountCreation.Taken(taken.get());
            }
        }
        long id = findByUuid(uuid).orElseThrow().id();
        account.roles().stream().sorted().forEach(role -> grant(id, role));
        return new AccountCreation.Created(find(id).orElseThrow());
    }

    private int insert(NewAccount account, UUID uuid, Instant now) {
        return handle.createUpdate("INSERT INTO accounts (uuid, login_id, login_norm, username, email, email_norm,"
                        + " enabled, password_hash, version, created_at) VALUES (:uuid, :login, :loginNorm, :username,"
                        + " :email, :emailNorm, TRUE, :hash, 1, :now) ON CONFLICT DO NOTHING")
                .bind("uuid", uuid)
                .bind("login", account.loginId())
                .bind("loginNorm", Identifier.normal(account.loginId()))
                .bind("username", account.username())
                .bind("email", account.email())
                .bind("emailNorm", Identifier.normal(account.email()))
                .bind("hash", account.passwordHash())
                .bind("now", Moments.of(now))
                .execute();
    }

    private Optional<Field> taken(NewAccount account) {
        if (findByIdentifier(account.loginId()).isPresent()) {
            return Optional.of(Field.LOGIN_ID);
        }
        return findByIdentifier(account.email()).map(found -> Field.EMAIL);
    }

    boolean changePassword(long id, long version, String hash) {
        return handle.createUpdate("UPDATE accounts SET password_hash = :hash, version = version + 1"
                                + " WHERE id = :id AND version = :version")
                        .bind("hash", hash)
                        .bind("id", id)
                        .bind("version", version)
                        .execute()
                > 0;
    }

    boolean upgradeHash(long id, String found, String better) {
        return handle.createUpdate(
                                "UPDATE accounts SET password_hash = :better WHERE id = :id AND password_hash = :found")
                        .bind("better", better)
                        .bind("id", id)
                        .bind("found", found)
                        .execute()
                > 0;
    }

    boolean enable(long id, boolean enabled) {
        return handle.createUpdate("UPDATE accounts SET enabled = :enabled, version = version + 1"
                                + " WHERE id = :id AND enabled <> :enabled")
                        .bind("enabled", enabled)
                        .bind("id", id)
                        .execute()
                > 0;
    }

    /** The account must be locked, or made in this transaction. */
    boolean grant(long id, String role) {
        makeRole(role);
        return handle.createUpdate("INSERT INTO account_roles (account_id, role_id) SELECT :id, r.id FROM roles r"
                                + " WHERE r.name = :role ON CONFLICT DO NOTHING")
                        .bind("id", id)
                        .bind("role", role)
                        .execute()
                > 0;
    }

    private void makeRole(String role) {
        boolean known = handle.createQuery("SELECT id FROM roles WHERE name = :role")
                .bind("role", role)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
        if (!known) {
            handle.createUpdate("INSERT INTO roles (name) VALUES (:role) ON CONFLICT DO NOTHING")
                    .bind("role", role)
                    .execute();
        }
    }

    boolean withdraw(long id, String role) {
        return handle.createUpdate("DELETE FROM account_roles WHERE account_id = :id"
                                + " AND role_id IN (SELECT r.id FROM roles r WHERE r.name = :role)")
                        .bind("id", id)
                        .bind("role", role)
                        .execute()
                > 0;
    }

    void raiseVersion(long id) {
        handle.createUpdate("UPDATE accounts SET version = version + 1 WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    boolean delete(long id) {
        return handle.createUpdate("DELETE FROM accounts WHERE id = :id")
                        .bind("id", id)
                        .execute()
                > 0;
    }

    /** Makes whatever else changes what belongs to an account wait for this transaction; false when there is none. */
    boolean lock(long id) {
        return handle.createQuery("SELECT id FROM accounts WHERE id = :id FOR UPDATE")
                .bind("id", id)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    }

    private static Optional<Account> one(Query query) {
        return all(query).stream().findFirst();
    }

    private static List<Account> all(Query query) {
        return query.scanResultSet((rows, context) -> {
            List<Account> accounts = new ArrayList<>();
            try (ResultSet row = rows.get()) {
                while (row.next()) {
                    add(accounts, row);
                }
            }
            return accounts;
        });
    }

    /** Rows of one account follow each other, one for each of its roles. */
    private static void add(List<Account> accounts, ResultSet row) throws SQLException {
        long id = row.getLong("id");
        List<Role> roles = new ArrayList<>();
        if (!accounts.isEmpty() && accounts.getLast().id() == id) {
            roles.addAll(accounts.removeLast().roles());
        }
        long role = row.getLong("role_id");
        if (!row.wasNull()) {
            roles.add(new Role(role, row.getString("role_name")));
        }
        accounts.add(new Account(
                id,
                row.getObject("uuid", UUID.class),
                row.getString("login_id"),
                row.getString("username"),
                row.getString("email"),
                row.getBoolean("enabled"),
                row.getString("password_hash"),
                row.getLong("version"),
                roles,
                Moments.read(row, "created_at")));
    }
}
