package dev.yorozu.conformance.command;

import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection to a real Redis, in RESP2. */
final class RespConnection implements Client, AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RespConnection(int port) {
        try {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Reply execute(List<Bytes> parts) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            line(out, "*" + parts.size());
            for (Bytes part : parts) {
                line(out, "$" + part.length());
                out.writeBytes(part.toArray());
                line(out, "");
            }
            socket.getOutputStream().write(out.toByteArray());
            return reply();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void line(ByteArrayOutputStream out, String text) {
        out.writeBytes((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private Reply reply() throws IOException {
        int kind = in.read();
        String line = line();
        return switch (kind) {
            case '+' -> new Reply.Simple(line);
            case '-' -> Reply.error(line);
            case ':' -> Reply.of(Long.parseLong(line));
            case '$' -> bulk(Integer.parseInt(line));
            case '*' -> array(Integer.parseInt(line));
            default -> throw new IOException("Not a reply: " + (char) kind + line);
        };
    }

    private Reply bulk(int length) throws IOException {
        if (length < 0) {
            return Reply.NULL;
        }
        byte[] value = in.readNBytes(length);
        line();
        return Reply.of(Bytes.wrap(value));
    }

    private Reply array(int length) throws IOException {
        if (length < 0) {
            return Reply.NULL_ARRAY;
        }
        List<Reply> items = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            items.add(reply());
        }
        return new Reply.Array(items);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new IOException("The connection ended");
            }
            line.write(c);
        }
        in.read();
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
