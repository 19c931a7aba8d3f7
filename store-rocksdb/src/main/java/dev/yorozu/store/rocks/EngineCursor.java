package dev.yorozu.store.rocks;

import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A place in a family as it was when the cursor was made or last {@linkplain #refresh refreshed}. */
final class EngineCursor extends Cursor {
    private static final int USUAL = 128;

    private final RocksIterator iterator;
    private final byte[] number = new byte[Long.BYTES];

    EngineCursor(RocksIterator iterator) {
        this.iterator = iterator;
    }

    /** Makes it see what was written since; it stands nowhere then. */
    void refresh() {
        leave();
        try {
            iterator.refresh();
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    @Override
    boolean seek(byte[] target) {
        iterator.seek(target);
        return arrive();
    }

    @Override
    boolean floor(byte[] target) {
        iterator.seekForPrev(target);
        return arrive();
    }

    @Override
    boolean next() {
        requirePlace();
        iterator.next();
        return arrive();
    }

    @Override
    boolean previous() {
        requirePlace();
        iterator.prev();
        return arrive();
    }

    @Override
    byte[] value() {
        requirePlace();
        return iterator.value();
    }

    @Override
    long number() {
        requirePlace();
        iterator.value(number);
        return BigEndian.at(number, 0);
    }

    @Override
    public void close() {
        iterator.close();
    }

    private boolean arrive() {
        if (!iterator.isValid()) {
            leave();
            try {
                iterator.status();
            } catch (RocksDBException e) {
                throw Engine.fault(e);
            }
            return false;
        }
        byte[] room = room(USUAL);
        int length = iterator.key(room);
        if (length > room.length) {
            iterator.key(room(length));
        }
        return stand(length);
    }
}
