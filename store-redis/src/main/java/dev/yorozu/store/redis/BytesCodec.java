package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.ToByteBufEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Writes and reads the port's own bytes, so that nothing is turned into text on the way. */
final class BytesCodec implements RedisCodec<Bytes, Bytes>, ToByteBufEncoder<Bytes, Bytes> {
    static final BytesCodec INSTANCE = new BytesCodec();

    private BytesCodec() {}

    @Override
    public void encodeKey(Bytes key, ByteBuf target) {
        target.writeBytes(key.toArray());
    }

    @Override
    public void encodeValue(Bytes value, ByteBuf target) {
        target.writeBytes(value.toArray());
    }

    @Override
    public int estimateSize(Object keyOrValue) {
        return keyOrValue instanceof Bytes bytes ? bytes.length() : 0;
    }

    @Override
    public boolean isEstimateExact() {
        return true;
    }

    @Override
    public Bytes decodeKey(ByteBuffer bytes) {
        return decodeValue(bytes);
    }

    @Override
    public Bytes decodeValue(ByteBuffer bytes) {
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return Bytes.wrap(array);
    }

    @Override
    public ByteBuffer encodeKey(Bytes key) {
        return ByteBuffer.wrap(key.toArray());
    }

    @Override
    public ByteBuffer encodeValue(Bytes value) {
        return ByteBuffer.wrap(value.toArray());
    }
}
