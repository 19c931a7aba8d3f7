package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;

/**
 * The bytes of a key's record.
 *
 * <pre>
 * 1 byte   the type's code; the highest bit says that an end follows
 * 8 bytes  the end, in milliseconds since 1970; only where there is one
 * string:      the value
 * collection:  8 bytes generation, 8 bytes size, 8 bytes removed
 *   list:        8 bytes head
 *   sorted set:  8 bytes head, 8 bytes second, 1 byte levels
 * </pre>
 *
 * What is written once must be read for ever: another layout gets another code, and the codes of old ones stay known.
 */
final class RecordFormat {
    /** The end of what never ends by itself. */
    static final long NEVER = Long.MAX_VALUE;

    private static final byte ENDS = (byte) 0x80;
    private static final byte STRING = 1;
    private static final byte SET = 2;
    private static final byte RANK = 3;
    private static final byte LIST = 4;
    private static final byte HASH = 5;

    private RecordFormat() {}

    static long end(byte[] record) {
        return (record[0] & ENDS) == 0 ? NEVER : BigEndian.at(record, 1);
    }

    static ValueType type(byte[] record) {
        int code = record[0] & ~ENDS;
        return switch (code) {
            case STRING -> ValueType.STRING;
            case SET -> ValueType.SET;
            case RANK -> ValueType.RANK;
            case LIST -> ValueType.LIST;
            case HASH -> ValueType.HASH;
            default -> throw new StoreException.Unavailable("A record has a type that this version does not know");
        };
    }

    /** The value of a record that is known to be a string; shares the record's bytes. */
    static Bytes text(byte[] record) {
        int start = body(record);
        return Bytes.wrap(record, start, record.length - start);
    }

    static Entry entry(byte[] record) {
        ValueType type = type(record);
        return type == ValueType.STRING ? new Entry.Text(text(record)) : collection(type, record);
    }

    static Entry.Collection collection(ValueType type, byte[] record) {
        int body = body(record);
        return new Entry.Collection(
                type,
                BigEndian.at(record, body),
                BigEndian.at(record, body + 8),
                BigEndian.at(record, body + 16),
                record.length > body + 24 ? BigEndian.at(record, body + 24) : 0,
                record.length > body + 32 ? BigEndian.at(record, body + 32) : 0,
                record.length > body + 40 ? record[body + 40] : 0);
    }

    static byte[] encode(Entry entry, long end) {
        int body = end == NEVER ? 1 : 9;
        byte[] record = new byte[body + length(entry)];
        record[0] = code(entry.type());
        if (end != NEVER) {
            record[0] |= ENDS;
            BigEndian.put(record, 1, end);
        }
        switch (entry) {
            case Entry.Text text -> text.value().copyTo(record, body);
            case Entry.Collection collection -> encode(collection, record, body);
        }
        return record;
    }

    private static void encode(Entry.Collection collection, byte[] record, int body) {
        BigEndian.put(record, body, collection.generation());
        BigEndian.put(record, body + 8, collection.size());
        BigEndian.put(record, body + 16, collection.removed());
        if (record.length > body + 24) {
            BigEndian.put(record, body + 24, collection.head());
        }
        if (record.length > body + 32) {
            BigEndian.put(record, body + 32, collection.second());
            record[body + 40] = (byte) collection.levels();
        }
    }

    private static int length(Entry entry) {
        return switch (entry) {
            case Entry.Text text -> text.value().length();
            case Entry.Collection collection ->
                switch (collection.type()) {
                    case LIST -> 32;
                    case RANK -> 41;
                    case STRING, SET, HASH -> 24;
                };
        };
    }

    private static int body(byte[] record) {
        return (record[0] & ENDS) == 0 ? 1 : 9;
    }

    private static byte code(ValueType type) {
        return switch (type) {
            case STRING -> STRING;
            case SET -> SET;
            case RANK -> RANK;
            case LIST -> LIST;
            case HASH -> HASH;
        };
    }
}
