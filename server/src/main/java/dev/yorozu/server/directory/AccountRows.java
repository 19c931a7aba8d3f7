package dev.yorozu.server.directory;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Field;
import dev.yorozu.account.Identifier;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.Moments;
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
record AccountRows(Handle handle) {
    private static final String SELECT =
            "SELECT a.id, a.uuid, a.login_id, a.username, a.email, a.enabled, a.password_hash, a.version, a.created_at,"
                    + " r.id, r.name FROM accounts a"
                    + " LEFT JOIN account_roles ar ON ar.account_id = a.id LEFT JOIN roles r ON r.id = ar.role_id ";

    private static final String BY_ID = SELECT + "WHERE a.id = ? ORDER BY r.id";
    private static final String BY_UUID = SELECT + "WHERE a.uuid = ? ORDER BY r.id";

    /** The account of an id, in no transaction. */
    static Optional<Account> look(Database database, long id) {
        return database.look(BY_ID, id, AccountRows::first);
    }

    /** The account of a UUID, in no transaction. */
    static Optional<Account> look(Database database, UUID uuid) {
        return database.look(BY_UUID, uuid, AccountRows::first);
    }

    Optional<Account> find(long id) {
        return one(handle.select(BY_ID, id));
    }

    Optional<Account> findByUuid(UUID uuid) {
        return one(handle.select(BY_UUID, uuid));
    }

    Optional<Account> findByIdentifier(String identifier) {
        String column = Identifier.isEmail(identifier) ? "email_norm" : "login_norm";
        return one(handle.select(SELECT + "WHERE a." + column + " = ? ORDER BY r.id", Identifier.normal(identifier)));
    }

    List<Account> behind(long id, int limit) {
        return all(handle.select(
                SELECT + "WHERE a.id IN (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?) ORDER BY a.id, r.id",
                id,
                limit));
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
        return handle.execute(
                "INSERT INTO accounts (uuid, login_id, login_norm, username, email, email_norm, enabled, password_hash,"
                        + " version, created_at) VALUES (?, ?, ?, ?, ?, ?, TRUE, ?, 1, ?) ON CONFLICT DO NOTHING",
                uuid,
                account.loginId(),
                Identifier.normal(account.loginId()),
                account.username(),
                account.email(),
                Identifier.normal(account.email()),
                account.passwordHash(),
                Moments.of(now));
    }

    private Optional<Field> taken(NewAccount account) {
        if (findByIdentifier(account.loginId()).isPresent()) {
            return Optional.of(Field.LOGIN_ID);
        }
        return findByIdentifier(account.email()).map(found -> Field.EMAIL);
    }

    boolean changePassword(long id, long version, String hash) {
        return changes(
                "UPDATE accounts SET password_hash = ?, version = version + 1 WHERE id = ? AND version = ?",
                hash,
                id,
                version);
    }

    boolean upgradeHash(long id, String found, String better) {
        return changes("UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?", better, id, found);
    }

    boolean enable(long id, boolean enabled) {
        return changes(
                "UPDATE accounts SET enabled = ?, version = version + 1 WHERE id = ? AND enabled <> ?",
                enabled,
                id,
                enabled);
    }

    /** The account must be locked, or made in this transaction. */
    boolean grant(long id, String role) {
        if (!exists("SELECT id FROM roles WHERE name = ?", role)) {
            handle.execute("INSERT INTO roles (name) VALUES (?) ON CONFLICT DO NOTHING", role);
        }
        return changes(
                "INSERT INTO account_roles (account_id, role_id) SELECT ?, r.id FROM roles r WHERE r.name = ?"
                        + " ON CONFLICT DO NOTHING",
                id,
                role);
    }

    boolean withdraw(long id, String role) {
        return changes(
                "DELETE FROM account_roles WHERE account_id = ? AND role_id IN (SELECT r.id FROM roles r WHERE r.name = ?)",
                id,
                role);
    }

    void raiseVersion(long id) {
        handle.execute("UPDATE accounts SET version = version + 1 WHERE id = ?", id);
    }

    boolean delete(long id) {
        return changes("DELETE FROM accounts WHERE id = ?", id);
    }

    /** Makes whatever else changes what belongs to an account wait for this transaction; false when there is none. */
    boolean lock(long id) {
        return exists("SELECT id FROM accounts WHERE id = ? FOR UPDATE", id);
    }

    private boolean changes(String sql, Object... values) {
        return handle.execute(sql, values) > 0;
    }

    private boolean exists(String sql, Object value) {
        return handle.select(sql, value).mapTo(Long.class).findOne().isPresent();
    }

    private static Optional<Account> one(Query query) {
        return all(query).stream().findFirst();
    }

    private static List<Account> all(Query query) {
        return query.scanResultSet((rows, context) -> {
            try (ResultSet row = rows.get()) {
                return all(row);
            }
        });
    }

    private static Optional<Account> first(ResultSet row) throws SQLException {
        return all(row).stream().findFirst();
    }

    private static List<Account> all(ResultSet row) throws SQLException {
        List<Account> accounts = new ArrayList<>();
        while (row.next()) {
            add(accounts, row);
        }
        return accounts;
    }

    /**
     * Rows of one account follow each other, one for each of its roles. Columns are told by their numbers in the statement: to look
     * up a name, the embedded database makes a table of all names for each answer.
     */
    private static void add(List<Account> accounts, ResultSet row) throws SQLException {
        long id = row.getLong(1);
        List<Role> roles = new ArrayList<>();
        if (!accounts.isEmpty() && accounts.getLast().id() == id) {
            roles.addAll(accounts.removeLast().roles());
        }
        long role = row.getLong(10);
        if (!row.wasNull()) {
            roles.add(new Role(role, row.getString(11)));
        }
        accounts.add(new Account(
                id,
                row.getObject(2, UUID.class),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getBoolean(6),
                row.getString(7),
                row.getLong(8),
                roles,
                Moments.read(row, 9)));
    }
}
