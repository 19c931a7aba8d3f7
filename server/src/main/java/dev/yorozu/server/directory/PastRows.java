package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.MaskedAddress;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The rows of an account's past. Whoever adds some holds the lock of the account. */
final class PastRows {
    private final Handle handle;
    private final long account;

    PastRows(Handle handle, long account) {
        this.handle = handle;
        this.account = account;
    }

    void add(HistoryEvent event) {
        handle.createUpdate("INSERT INTO past_events (account_id, occasion, happened_at, masked_ip, device)"
                        + " VALUES (:account, :occasion, :at, :ip, :device)")
                .bind("account", account)
                .bind("occasion", event.type().name())
                .bind("at", Moments.of(event.at()))
                .bind("ip", event.address().text())
                .bind("device", event.device())
                .execute();
        handle.createUpdate("DELETE FROM past_events WHERE account_id = :account AND id <= (SELECT id FROM past_events"
                        + " WHERE account_id = :account ORDER BY id DESC LIMIT 1 OFFSET :most)")
                .bind("account", account)
                .bind("most", Directory.MOST_EVENTS)
                .execute();
    }

    List<HistoryEvent> newest(int limit) {
        return handle.createQuery("SELECT occasion, happened_at, masked_ip, device FROM past_events"
                        + " WHERE account_id = :account ORDER BY id DESC LIMIT :limit")
                .bind("account", account)
                .bind("limit", limit)
                .map((row, context) -> new HistoryEvent(
                        HistoryEvent.Type.valueOf(row.getString("occasion")),
                        Moments.read(row, "happened_at"),
                        new MaskedAddress(row.getString("masked_ip")),
                        row.getString("device")))
                .list();
    }
}
