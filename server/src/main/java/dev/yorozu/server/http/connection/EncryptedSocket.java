package dev.yorozu.server.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection with TLS around them. Helidon's own TLS shakes hands before anybody counts the connection, and
 * waits for ever for a client that does not; here every byte of that is read under the deadlines of the connection.
 *
 * <p>For one thread, which reads and writes; another one may close the socket beneath.
 */
final class EncryptedSocket implements HelidonSocket {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final String[] PROTOCOLS = {"http/1.1"};

    private final HelidonSocket socket;
    private final SSLEngine engine;
    private ByteBuffer received = ByteBuffer.allocate(0);
    private ByteBuffer plain;
    private ByteBuffer sending;
    private boolean shaken;

    EncryptedSocket(HelidonSocket socket, SSLContext context) {
        this.socket = socket;
        this.engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setApplicationProtocols(PROTOCOLS);
        parameters.setUseCipherSuitesOrder(true);
        engine.setSSLParameters(parameters);
        this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        this.sending = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /** Agrees with the client on how to encrypt; throws {@link CloseConnectionException} when they cannot. */
    void shakeHands() {
        try {
            engine.beginHandshake();
            while (!shaken) {
                if (!step()) {
                    throw new CloseConnectionException("The client left before it had agreed on TLS");
                }
            }
        } catch (SSLException unfit) {
            tellWhy();
            throw new CloseConnectionException("The client and this server do not agree on TLS", unfit);
        }
    }

    /** What the client sent next; null at the end. */
    @Override
    public byte @Nullable [] get() {
        try {
            while (plain.position() == 0) {
                if (!step()) {
                    return null;
                }
            }
        } catch (SSLException broken) {
            throw new CloseConnectionException("The client broke TLS", broken);
        }
        byte[] bytes = new byte[plain.position()];
        plain.flip().get(bytes);
        plain.clear();
        return bytes;
    }

    /** Goes one step on: calculates, sends or reads. False at the end of what the client sends. */
    private boolean step() throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                if (shaken) {
                    throw new SSLException("The client began to shake hands anew");
                }
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
                return true;
            }
            case NEED_WRAP -> {
                return wrap(ByteBuffer.allocate(0)) != Status.CLOSED;
            }
            default -> {
                return unwrap();
            }
        }
    }

    private boolean unwrap() throws SSLException {
        SSLEngineResult result = engine.unwrap(received, plain);
        noticeEnd(result);
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> receive();
            case BUFFER_OVERFLOW -> {
                plain = grown(plain, engine.getSession().getApplicationBufferSize());
                yield true;
            }
            case CLOSED -> false;
        };
    }

    private boolean receive() {
        byte[] more = socket.get();
        if (more == null) {
            return false;
        }
        ByteBuffer together = ByteBuffer.allocate(received.remaining() + more.length);
        received = together.put(received).put(more).flip();
        return true;
    }

    private Status wrap(ByteBuffer bytes) throws SSLException {
        sending.clear();
        SSLEngineResult result = engine.wrap(bytes, sending);
        noticeEnd(result);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            sending = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        }
        if (sending.position() > 0) {
            socket.write(BufferData.create(sending.array(), 0, sending.position()));
        }
        return result.getStatus();
    }

    private void noticeEnd(SSLEngineResult result) {
        shaken |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
    }

    private static ByteBuffer grown(ByteBuffer buffer, int room) {
        return ByteBuffer.allocate(buffer.position() + room).put(buffer.flip());
    }

    @Override
    public void write(BufferData buffer) {
        ByteBuffer bytes = ByteBuffer.wrap(buffer.readBytes());
        try {
            while (bytes.hasRemaining()) {
                if (wrap(bytes) == Status.CLOSED) {
                    throw new CloseConnectionException("The client has closed TLS");
                }
            }
        } catch (SSLException broken) {
            throw new CloseConnectionException("TLS broke off", broken);
        }
    }

    /** Sends the alert that says what was wrong, or that this is the end. */
    void tellWhy() {
        try {
            engine.closeOutbound();
            while (!engine.isOutboundDone() && wrap(ByteBuffer.allocate(0)) == Status.OK) {
                continue;
            }
        } catch (SSLException | RuntimeException gone) {
            // Then nobody needs to be told.
            return;
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    @Override
    public void idle() {
        socket.idle();
    }

    @Override
    public boolean isConnected() {
        return socket.isConnected();
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal") // Must be there until it is gone.
    public int read(BufferData buffer) {
        throw new UnsupportedOperationException("Bytes are got, not read");
    }

    @Override
    public PeerInfo remotePeer() {
        return socket.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return socket.localPeer();
    }

    @Override
    public boolean isSecure() {
        return true;
    }

    @Override
    public String socketId() {
        return socket.socketId();
    }

    @Override
    public String childSocketId() {
        return socket.childSocketId();
    }
}
