package dev.yorozu.bench.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One client with a connection that it keeps. Belongs to one thread. */
final class Visitor implements AutoCloseable {
    private static final int ADDRESSES = 250;

    private final SocketChannel channel;
    private final Answer answer = new Answer();
    private final ByteBuffer in = ByteBuffer.wrap(answer.bytes());
    private final Talk talk;
    /** When the request under way was to be sent. Written before it is sent, so that whoever takes the answer sees it. */
    private volatile long due;

    /**
     * Connects.
     *
     * @param number tells visitors apart: each comes from an address of its own, where this machine has more than one
     */
    Visitor(int port, int number, Talk talk) throws IOException {
        this.talk = talk;
        channel = SocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(address(number)), 0));
        } catch (BindException onlyOneAddress) {
            channel.bind(new InetSocketAddress(0));
        }
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** On Linux all of 127.0.0.0/8 is this machine. */
    private static byte[] address(int number) {
        return new byte[] {127, 0, (byte) (number / ADDRESSES), (byte) (2 + number % ADDRESSES)};
    }

    SocketChannel channel() {
        return channel;
    }

    /** @param due when the request was to be sent, by {@link System#nanoTime} */
    void ask(long due) throws IOException {
        answer.clear();
        in.clear();
        this.due = due;
        ByteBuffer out = ByteBuffer.wrap(talk.next());
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
        if (whole) {
            talk.answered(answer);
        }
        return whole;
    }

    /** Asks once, and waits. */
    Answer exchange() throws IOException {
        ask(System.nanoTime());
        while (!receive()) {}
        return answer;
    }

    Talk talk() {
        return talk;
    }

    long due() {
        return due;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
