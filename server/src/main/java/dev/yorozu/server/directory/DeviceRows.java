package dev.yorozu.server.directory;

import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.server.directory.database.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The rows of devices. Whoever makes or removes some holds the lock of their account. */
record DeviceRows(Handle handle, long account) {
    Device.Seen remember(DeviceSighting sighting, Instant now) {
        Optional<UUID> known = same(sighting);
        UUID publicId = known.orElseGet(UUID::randomUUID);
        if (known.isEmpty()) {
            insert(publicId, sighting, now);
            trim();
        } else {
            seen(publicId, sighting, now);
        }
        return new Device.Seen(find("public_id", publicId).orElseThrow(), known.isEmpty());
    }

    private Optional<UUID> same(DeviceSighting sighting) {
        return handle.select(
                        "SELECT public_id FROM devices WHERE account_id = ? AND kind = ? AND os = ? AND name = ?"
                                + " AND client = ?",
                        account,
                        sighting.type().name(),
                        sighting.os().name(),
                        sighting.name(),
                        sighting.client())
                .mapTo(UUID.class)
                .findOne();
    }

    private void insert(UUID publicId, DeviceSighting sighting, Instant now) {
        handle.execute(
                "INSERT INTO devices (public_id, account_id, kind, os, name, client, app_version, first_seen_at,"
                        + " last_seen_at, masked_ip, location, timezone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                publicId,
                account,
                sighting.type().name(),
                sighting.os().name(),
                sighting.name(),
                sighting.client(),
                sighting.appVersion(),
                Moments.of(now),
                Moments.of(now),
                sighting.address().text(),
                sighting.location(),
                sighting.timezone());
    }

    boolean seen(UUID publicId, DeviceSighting sighting, Instant now) {
        int seen = handle.execute(
                "UPDATE devices SET last_seen_at = ?,"
                        + " app_version = COALESCE(NULLIF(CAST(? AS VARCHAR), ''), app_version),"
                        + " masked_ip = COALESCE(NULLIF(CAST(? AS VARCHAR), ''), masked_ip),"
                        + " location = COALESCE(NULLIF(CAST(? AS VARCHAR), ''), location),"
                        + " timezone = COALESCE(NULLIF(CAST(? AS VARCHAR), ''), timezone)"
                        + " WHERE public_id = ? AND account_id = ?",
                Moments.of(now),
                sighting.appVersion(),
                sighting.address().text(),
                sighting.location(),
                sighting.timezone(),
                publicId,
                account);
        return seen > 0;
    }

    private void trim() {
        handle.execute(
                "DELETE FROM devices WHERE account_id = ? AND id NOT IN (SELECT id FROM devices WHERE account_id = ?"
                        + " ORDER BY last_seen_at DESC, id DESC LIMIT ?)",
                account,
                account,
                Directory.MOST_DEVICES);
    }

    List<Device> all() {
        return handle.select("SELECT * FROM devices WHERE account_id = ? ORDER BY last_seen_at DESC, id DESC", account)
                .map(DeviceRows::device)
                .list();
    }

    Optional<Device> find(long id) {
        return find("id", id);
    }

    private Optional<Device> find(String column, Object value) {
        return handle.select("SELECT * FROM devices WHERE account_id = ? AND " + column + " = ?", account, value)
                .map(DeviceRows::device)
                .findOne();
    }

    boolean delete(long id) {
        return handle.execute("DELETE FROM devices WHERE account_id = ? AND id = ?", account, id) > 0;
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
