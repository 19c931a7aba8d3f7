package dev.yorozu.store.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whole numbers as bytes, most significant first, so that the engine's byte order is the order of the numbers. */
final class BigEndian {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    static byte[] of(long number) {
        byte[] bytes = new byte[Long.BYTES];
        put(bytes, 0, number);
        return bytes;
    }

    static void put(byte[] target, int position, long number) {
        LONG.set(target, position, number);
    }

    static long at(byte[] source, int position) {
        return (long) LONG.get(source, position);
    }
}
