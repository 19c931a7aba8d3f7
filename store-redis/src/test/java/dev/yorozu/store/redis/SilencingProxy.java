package dev.yorozu.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands between a client and Redis, and can swallow what Redis says on connections that speak RESP3. */
final class SilencingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile boolean silent;

    SilencingProxy(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    void silence() {
        silent = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(redis);
                Relay relay = new Relay(client, redis);
                Thread.ofVirtual().start(relay::asks);
                Thread.ofVirtual().start(relay::answers);
            }
        } catch (IOException closed) {
            return;
        }
    }

    /** One connection. */
    private final class Relay {
        private final Socket client;
        private final Socket redis;
        private volatile boolean resp3;

        private Relay(Socket client, Socket redis) {
            this.client = client;
            this.redis = redis;
        }

        private void asks() {
            pass(client, redis, false);
        }

        private void answers() {
            pass(redis, client, true);
        }

        private void pass(Socket source, Socket sink, boolean answer) {
            byte[] some = new byte[8192];
            try (source;
                    sink;
                    InputStream in = source.getInputStream();
                    OutputStream out = sink.getOutputStream()) {
                for (int read = in.read(some); read >= 0; read = in.read(some)) {
                    if (!answer && new String(some, 0, read, StandardCharsets.ISO_8859_1).contains("HELLO")) {
                        resp3 = true;
                    }
                    if (!(answer && silent && resp3)) {
                        out.write(some, 0, read);
                    }
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
