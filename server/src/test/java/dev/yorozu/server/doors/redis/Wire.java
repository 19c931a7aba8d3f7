package dev.yorozu.server.doors.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A connection to a door that sends commands as bytes, and gives replies as they came: no client comes between. */
final class Wire implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Signs in. */
    static Wire open(int port, String secret) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        Wire wire = new Wire(socket);
        String reply = wire.ask("AUTH", secret);
        if (!reply.equals("+OK\r\n")) {
            throw new IOException("Not signed in: " + reply);
        }
        return wire;
    }

    /** The reply to one command, each of its bytes a character. */
    String ask(String... parts) throws IOException {
        return ask(List.of(parts));
    }

    String ask(List<String> parts) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(("*" + parts.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            frame.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            frame.writeBytes(bytes);
            frame.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        frame.writeTo(socket.getOutputStream());
        StringBuilder reply = new StringBuilder();
        read(reply);
        return reply.toString();
    }

    /** Reads one reply of RESP2, with what it holds. */
    private void read(StringBuilder reply) throws IOException {
        int begin = reply.length();
        for (int c = in.read(); ; c = in.read()) {
            if (c < 0) {
                throw new IOException("The door closed the connection after " + reply);
            }
            reply.append((char) c);
            if (c == '\n') {
                break;
            }
        }
        char kind = reply.charAt(begin);
        if (kind == '$' || kind == '*') {
            int size = Integer.parseInt(reply.substring(begin + 1).strip());
            if (kind == '$' && size >= 0) {
                reply.append(new String(in.readNBytes(size + 2), StandardCharsets.ISO_8859_1));
            }
            for (int i = 0; kind == '*' && i < size; i++) {
                read(reply);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
