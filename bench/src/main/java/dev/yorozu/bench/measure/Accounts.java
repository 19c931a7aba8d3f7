package dev.yorozu.bench.measure;

import dev.yorozu.account.DeviceType;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Role;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.directory.database.Database;
import java.util.List;
import java.util.UUID;

/**
 * Accounts in the embedded directory of a server that is not running, each with a role, a device and a profile. They are made
 * by the database itself: one by one, each with its sync, a hundred thousand would take many minutes.
 */
public final class Accounts {
    /** In the form of a hash; nobody signs in with a password here. */
    private static final String NO_PASSWORD =
            "$argon2id$v=19$m=19456,t=2,p=1$" + "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    private static final String ACCOUNTS = """
            INSERT INTO accounts (uuid, login_id, login_norm, username, email, email_norm, enabled, password_hash, version,
                created_at)
            SELECT RANDOM_UUID(), login, login, login, login || '@example.com', login || '@example.com', TRUE, ?, 1,
                CURRENT_TIMESTAMP
            FROM (SELECT 'user' || LPAD(number, 6, '0') AS login FROM SYSTEM_RANGE(0, ? - 1) AS numbers(number))""";
    private static final String ROLES = """
            INSERT INTO account_roles (account_id, role_id)
            SELECT a.id, r.id FROM accounts a JOIN roles r ON r.name = ?""";
    private static final String DEVICES = """
            INSERT INTO devices (public_id, account_id, kind, os, name, client, app_version, first_seen_at, last_seen_at,
                masked_ip, location, timezone)
            SELECT RANDOM_UUID(), id, ?, ?, '', 'bench', '', created_at, created_at, ?, '', '' FROM accounts""";
    private static final String PROFILES = """
            INSERT INTO account_profiles (account_id, first_name, last_name, phone, address, version)
            SELECT id, '太郎', '山田', '090-1234-5678', '東京都渋谷区', 1 FROM accounts""";
    private static final String ALL = """
            SELECT a.id, a.uuid, d.public_id FROM accounts a JOIN devices d ON d.account_id = a.id ORDER BY a.id""";

    private Accounts() {}

    /** Somebody who has an account, known by a number here and by a UUID there. */
    public record Person(long id, UUID uuid, UUID device) {}

    /** What the account of this number signs in with, counted from zero. */
    public static String login(int number) {
        return "user%06d".formatted(number);
    }

    /** Makes so many accounts in a directory that has none. */
    public static List<Person> make(Settings settings, int count) {
        try (Database database = DirectoryOpener.database(settings)) {
            return database.changeForGood(handle -> {
                handle.execute(ACCOUNTS, NO_PASSWORD, count);
                handle.execute(ROLES, Role.USER);
                handle.execute(
                        DEVICES,
                        DeviceType.BROWSER.name(),
                        OperatingSystem.LINUX.name(),
                        MaskedAddress.of("127.0.0.1").text());
                handle.execute(PROFILES);
                return handle.createQuery(ALL)
                        .map((row, context) ->
                                new Person(row.getLong(1), row.getObject(2, UUID.class), row.getObject(3, UUID.class)))
                        .list();
            });
        }
    }
}
