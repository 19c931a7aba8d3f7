package dev.yorozu.server.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;

/** A site that webhooks are sent to: a real socket on loopback that answers as it is told. */
final class Receiver implements AutoCloseable {
    /** Ends when the test does, for answers that never come. */
    final CountDownLatch end = new CountDownLatch(1);

    private final ServerSocket server;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Behaviour behaviour;

    /**
     * A request as it arrived.
     *
     * @param headers by name, in any case
     * @param number the first is 1
     */
    record Received(int number, String line, Map<String, String> headers, byte[] body, List<String> serverNames) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** What a receiver does with a request. */
    interface Behaviour {
        void answer(Received request, OutputStream out) throws IOException, InterruptedException;
    }

    private Receiver(ServerSocketFactory sockets, InetSocketAddress address, Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            server = sockets.createServerSocket();
            server.bind(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    static Receiver start(ServerSocketFactory sockets, Behaviour behaviour) {
        return start(sockets, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), behaviour);
    }

    static Receiver start(ServerSocketFactory sockets, InetSocketAddress address, Behaviour behaviour) {
        return new Receiver(sockets, address, behaviour);
    }

    /** Answers with these statuses in turn, and with the last from then on. */
    static Behaviour answering(int... statuses) {
        return (request, out) -> {
            int status = statuses[Math.min(request.number(), statuses.length) - 1];
            write(out, "HTTP/1.1 " + status + " So\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        };
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    int port() {
        return server.getLocalPort();
    }

    /** How many connections were made, whatever became of them. */
    int connections() {
        return connections.get();
    }

    List<Received> received() {
        return received;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                open.add(socket);
                threads.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Received request = read(socket);
            received.add(request);
            behaviour.answer(request, socket.getOutputStream());
        } catch (IOException theSenderLeft) {
            return;
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private Received read(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        String line = line(in);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            headers.put(header.substring(0, header.indexOf(": ")), header.substring(header.indexOf(": ") + 2));
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        return new Received(requests.incrementAndGet(), line, headers, body, serverNames(socket));
    }

    private static List<String> serverNames(Socket socket) {
        return socket instanceof SSLSocket encrypted && encrypted.getSession() instanceof ExtendedSSLSession session
                ? session.getRequestedServerNames().stream()
                        .map(name -> ((SNIHostName) name).getAsciiName())
                        .toList()
                : List.of();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The request ended too early");
            }
            line.append((char) next);
        }
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() {
        end.countDown();
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.close();
    }
}
