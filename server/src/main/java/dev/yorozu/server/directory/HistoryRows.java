package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.server.directory.database.Moments;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The rows of an account's past. Whoever adds some holds the lock of the account. */
record HistoryRows(Handle handle, long account) {
    void add(HistoryEvent event) {
        handle.execute(
                "INSERT INTO past_events (account_id, occasion, happened_at, masked_ip, device) VALUES (?, ?, ?, ?, ?)",
                account,
                event.type().name(),
                Moments.of(event.at()),
                event.address().text(),
                event.device());
        handle.execute(
                "DELETE FROM past_events WHERE account_id = ? AND id <= (SELECT id FROM past_events WHERE account_id = ?"
                        + " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                account,
                account,
                Directory.MOST_EVENTS);
    }

    List<HistoryEvent> newest(int limit) {
        return handle.select(
                        "SELECT occasion, happened_at, masked_ip, device FROM past_events WHERE account_id = ?"
                                + " ORDER BY id DESC LIMIT ?",
                        account,
                        limit)
                .map((row, context) -> new HistoryEvent(
                        HistoryEvent.Type.valueOf(row.getString("occasion")),
                        Moments.read(row, "happened_at"),
                        new MaskedAddress(row.getString("masked_ip")),
                        row.getString("device")))
                .list();
    }
}
