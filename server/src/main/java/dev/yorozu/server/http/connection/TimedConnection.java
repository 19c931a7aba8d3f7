package dev.yorozu.server.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** One connection of a client: refused where there are too many, and under deadlines while it lasts. */
final class TimedConnection implements ServerConnection, InterruptableTask<Void> {
    private final Connections connections;
    private final InetAddress address;
    private final TimedSocket socket;
    private final ServerConnection http;
    private boolean lingering;

    TimedConnection(
            Connections connections, ConnectionContext context, TimedSocket socket, Http1ConnectionSelector selector) {
        this.connections = connections;
        this.address = ((InetSocketAddress) context.remotePeer().address()).getAddress();
        this.socket = socket;
        this.http = selector.connection(new TimedContext(context, socket));
        socket.readsLineWhen(this::canInterrupt);
    }

    TimedSocket socket() {
        return socket;
    }

    /** A line that came whole with the request before is read without a wait, and unseen by the socket. */
    boolean isReadingHead() {
        return canInterrupt() || socket.deadlines().inHead();
    }

    void linger() {
        lingering = true;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        Optional<Rejection> rejection = connections.enter(this, address);
        if (rejection.isPresent()) {
            refuse(rejection.get());
            return;
        }
        try {
            socket.shakeHands();
            http.handle(limit);
        } finally {
            if (lingering) {
                socket.discard();
            }
            socket.sayGoodbye();
            connections.leave(this, address);
        }
    }

    private void refuse(Rejection rejection) {
        if (socket.isEncrypted()) {
            return; // To be told, the client would have to shake hands first, which costs more than a request.
        }
        try {
            socket.writeNow(BufferData.create(rejection.reply()));
        } catch (UncheckedIOException e) {
            // Gone before it was told.
        }
    }

    /** Whether it reads a request line, or waits for one: then nobody loses anything by an interrupt. */
    @Override
    public boolean canInterrupt() {
        return http instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Duration idleTime() {
        return http.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        http.close(interrupt);
    }
}
