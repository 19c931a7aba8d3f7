package dev.yorozu.server.http.connection;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Whose address it is, as far as it tells: one address of IPv4, or the /64 of IPv6 that one subscriber has as a whole. */
record Subscriber(long network, int bytes) {
    static Subscriber of(InetAddress address) {
        byte[] bytes = address.getAddress();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Subscriber(bytes.length >= Long.BYTES ? buffer.getLong() : buffer.getInt(), bytes.length);
    }
}
