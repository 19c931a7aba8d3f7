package dev.yorozu.bench.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One client with a connection that it keeps. Belongs to one thread. */
final class Visitor implements AutoCloseable {
    private final SocketChannel channel;
    private final Answer answer = new Answer();
    private final ByteBuffer in = ByteBuffer.wrap(answer.bytes());
    private @Nullable Visit visit;

    Visitor(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    SocketChannel channel() {
        return channel;
    }

    void ask(Visit next) throws IOException {
        visit = next;
        answer.clear();
        in.clear();
        ByteBuffer out = ByteBuffer.wrap(next.request());
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Takes what has arrived; true when that completes the answer, and the answer is right. */
    boolean receive() throws IOException {
        int count = channel.read(in);
        if (count < 0) {
            throw new EOFException("The server closed a connection that was to be kept");
        }
        boolean whole = answer.received(count);
        if (whole && visit != null) {
            visit.check(answer);
        }
        return whole;
    }

    Answer answer() {
        return answer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
