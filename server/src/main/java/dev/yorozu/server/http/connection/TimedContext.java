package dev.yorozu.server.http.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** The context of a connection whose client has deadlines. All but the bytes is Helidon's own. */
final class TimedContext implements ConnectionContext {
    private final ConnectionContext context;
    private final TimedSocket socket;
    /** Helidon makes one each time that it is asked. */
    private final PeerInfo remotePeer;

    private boolean bodiless;

    TimedContext(ConnectionContext context, TimedSocket socket) {
        this.context = context;
        this.socket = socket;
        this.remotePeer = context.remotePeer();
    }

    TimedSocket timed() {
        return socket;
    }

    /** Whether the reply that is being sent has a status that allows no body. */
    boolean isBodiless() {
        return bodiless;
    }

    void bodiless(boolean is) {
        bodiless = is;
    }

    @Override
    public DataReader dataReader() {
        return socket.reader();
    }

    @Override
    public DataWriter dataWriter() {
        return socket;
    }

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public Router router() {
        return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return remotePeer;
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return socket.isEncrypted();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}
