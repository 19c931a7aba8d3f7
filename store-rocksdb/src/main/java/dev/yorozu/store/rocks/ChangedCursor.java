package dev.yorozu.store.rocks;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A place among the elements as a group has changed them: its changes hide what the database has at the same keys. It stands on
 * the nearer of two places, that in the database and that among the changes; where both have the same key, both move on.
 */
final class ChangedCursor extends Cursor {
    private final EngineCursor database;
    /** By the keys of the elements; {@link ElementChanges#GONE} itself for those that are deleted. */
    private final NavigableMap<byte[], byte[]> changes;

    private Map.@Nullable Entry<byte[], byte[]> change;
    /** Whether the element is the group's, and not the database's. */
    private boolean changed;

    private boolean rising = true;

    /** @param database is closed with this one */
    ChangedCursor(EngineCursor database, NavigableMap<byte[], byte[]> changes) {
        this.database = database;
        this.changes = changes;
    }

    @Override
    boolean seek(byte[] target) {
        rising = true;
        database.seek(target);
        change = changes.ceilingEntry(target);
        return settle();
    }

    @Override
    boolean floor(byte[] target) {
        rising = false;
        database.floor(target);
        change = changes.floorEntry(target);
        return settle();
    }

    @Override
    boolean next() {
        requirePlace();
        if (!rising) {
            seek(key());
        }
        leaveElement();
        return settle();
    }

    @Override
    boolean previous() {
        requirePlace();
        if (rising) {
            floor(key());
        }
        leaveElement();
        return settle();
    }

    @Override
    byte[] value() {
        requirePlace();
        return changed && change != null ? change.getValue() : database.value();
    }

    @Override
    long number() {
        requirePlace();
        return changed && change != null ? BigEndian.at(change.getValue(), 0) : database.number();
    }

    @Override
    public void close() {
        database.close();
    }

    /** Stands on the nearest element that is not deleted, from both places on. */
    private boolean settle() {
        while (change != null && isReached(change.getKey())) {
            if (change.getValue() != ElementChanges.GONE) {
                changed = true;
                byte[] key = change.getKey();
                System.arraycopy(key, 0, room(key.length), 0, key.length);
                return stand(key.length);
            }
            changed = true;
            leaveElement();
        }
        changed = false;
        return database.isPlaced() ? stand(database) : leave();
    }

    /** Whether a changed key comes no later than the database's place. */
    private boolean isReached(byte[] key) {
        return !database.isPlaced() || (rising ? database.compareTo(key) >= 0 : database.compareTo(key) <= 0);
    }

    private void leaveElement() {
        if (!changed || change == null) {
            step();
            return;
        }
        byte[] key = change.getKey();
        if (database.isPlaced() && database.compareTo(key) == 0) {
            step();
        }
        change = rising ? changes.higherEntry(key) : changes.lowerEntry(key);
    }

    private void step() {
        if (rising) {
            database.next();
        } else {
            database.previous();
        }
    }
}
