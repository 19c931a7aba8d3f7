package dev.yorozu.store.redis;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A digest of the value at a key: of its type and all that it holds, but not of its life. */
final class ValueDigest {
    private final MessageDigest digest = Digests.sha256();

    private ValueDigest() {}

    static Bytes of(Store.State state, Key key) {
        ValueDigest digest = new ValueDigest();
        Optional<ValueType> type = state.read(new Read.Type(key));
        type.ifPresent(present -> digest.addAll(state, key, present));
        return Bytes.of(HexFormat.of().formatHex(digest.digest.digest()));
    }

    private void addAll(Store.State state, Key key, ValueType type) {
        digest.update((byte) type.ordinal());
        switch (type) {
            case STRING -> state.read(new Read.Get(key)).ifPresent(this::add);
            case SET -> state.read(new Read.Members(key)).stream().sorted().forEach(this::add);
            case RANK -> state.read(new Read.Ranks(key, Order.RISING, 0, -1)).forEach(this::add);
            case LIST -> state.read(new Read.Slice(key, 0, -1)).forEach(this::add);
            case HASH ->
                new TreeMap<>(state.read(new Read.Fields(key))).entrySet().forEach(this::add);
        }
    }

    /** With its length, so that no two lists of parts are the same bytes. */
    private void add(Bytes part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length()).array());
        digest.update(part.toArray());
    }

    private void add(Ranked ranked) {
        add(ranked.member());
        digest.update(
                ByteBuffer.allocate(Double.BYTES).putDouble(ranked.score()).array());
    }

    private void add(Map.Entry<Bytes, Bytes> field) {
        add(field.getKey());
        add(field.getValue());
    }
}
