package dev.yorozu.server.directory;

import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.OperatingSystem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The rows of devices. Whoever makes or removes some holds the lock of their account. */
final class DeviceRows {
    private final Handle handle;
    private final long account;

    DeviceRows(Handle handle, long account) {
        this.handle = handle;
        this.account = account;
    }

    Device.Seen remember(DeviceSighting sighting, Instant now) {
        Optional<UUID> known = same(sighting);
        UUID publicId = known.orElseGet(UUID::randomUUID);
        if (known.isEmpty()) {
            insert(publicId, sighting, now);
            trim();
        } else {
            seen(publicId, sighting, now);
        }
        return new Device.Seen(find(publicId).orElseThrow(), known.isEmpty());
    }

    private Optional<UUID> same(DeviceSighting sighting) {
        return handle.createQuery("SELECT public_id FROM devices WHERE account_id = :account AND kind = :kind"
                        + " AND os = :os AND name = :name AND client = :client")
                .bind("account", account)
                .bind("kind", sighting.type().name())
                .bind("os", sighting.os().name())
                .bind("name", sighting.name())
                .bind("client", sighting.client())
                .mapTo(UUID.class)
                .findOne();
    }

    private void insert(UUID publicId, DeviceSighting sighting, Instant now) {
        handle.createUpdate("INSERT INTO devices (public_id, account_id, kind, os, name, client, app_version,"
                        + " first_seen_at, last_seen_at, masked_ip, location, timezone) VALUES (:public, :account, :kind,"
                        + " :os, :name, :client, :version, :now, :now, :ip, :location, :timezone)")
                .bind("public", publicId)
                .bind("account", account)
                .bind("kind", sighting.type().name())
                .bind("os", sighting.os().name())
                .bind("name", sighting.name())
                .bind("client", sighting.client())
                .bind("version", sighting.appVersion())
                .bind("now", Moments.of(now))
                .bind("ip", sighting.address().text())
                .bind("location", sighting.location())
                .bind("timezone", sighting.timezone())
                .execute();
    }

    boolean seen(UUID publicId, DeviceSighting sighting, Instant now) {
        return handle.createUpdate("UPDATE devices SET last_seen_at = :now,"
                                + " app_version = COALESCE(NULLIF(CAST(:version AS VARCHAR), ''), app_version),"
                                + " masked_ip = COALESCE(NULLIF(CAST(:ip AS VARCHAR), ''), masked_ip),"
                                + " location = COALESCE(NULLIF(CAST(:location AS VARCHAR), ''), location),"
                                + " timezone = COALESCE(NULLIF(CAST(:timezone AS VARCHAR), ''), timezone)"
                                + " WHERE public_id = :public AND account_id = :account")
                        .bind("now", Moments.of(now))
                        .bind("version", sighting.appVersion())
                        .bind("ip", sighting.address().text())
                        .bind("location", sighting.location())
                        .bind("timezone", sighting.timezone())
                        .bind("public", publicId)
                        .bind("account", account)
                        .execute()
                > 0;
    }

    private void trim() {
        handle.createUpdate("DELETE FROM devices WHERE account_id = :account AND id NOT IN (SELECT id FROM devices"
                        + " WHERE account_id = :account ORDER BY last_seen_at DESC, id DESC LIMIT :most)")
                .bind("account", account)
                .bind("most", Directory.MOST_DEVICES)
                .execute();
    }

    List<Device> all() {
        return handle.createQuery(
                        "SELECT * FROM devices WHERE account_id = :account ORDER BY last_seen_at DESC, id DESC")
                .bind("account", account)
                .map(DeviceRows::device)
                .list();
    }

    Optional<Device> find(long id) {
        return handle.createQuery("SELECT * FROM devices WHERE account_id = :account AND id = :id")
                .bind("account", account)
                .bind("id", id)
                .map(DeviceRows::device)
                .findOne();
    }

    private Optional<Device> find(UUID publicId) {
        return handle.createQuery("SELECT * FROM devices WHERE account_id = :account AND public_id = :public")
                .bind("account", account)
                .bind("public", publicId)
                .map(DeviceRows::device)
                .findOne();
    }

    boolean delete(long id) {
        return handle.createUpdate("DELETE FROM devices WHERE account_id = :account AND id = :id")
                        .bind("account", account)
                        .bind("id", id)
                        .execute()
                > 0;
    }

    private static Device device(ResultSet row, StatementContext context) throws SQLException {
        return new Device(
                row.getLong("id"),
                row.getObject("public_id", UUID.class),
                row.getString("name"),
                DeviceType.valueOf(row.getString("kind")),
                OperatingSystem.valueOf(row.getString("os")),
                row.getString("client"),
                row.getString("app_version"),
                Moments.read(row, "first_seen_at"),
                Moments.read(row, "last_seen_at"),
                new MaskedAddress(row.getString("masked_ip")),
                row.getString("location"),
                row.getString("timezone"));
    }
}
