package dev.yorozu.server.recorded;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sends requests as they are written and reads answers as they come, one connection each: an HTTP client would refuse some
 * of the former, and hide some of the latter.
 */
final class Wire {
    private static final int PATIENCE_MILLIS = 20_000;

    private final int port;

    Wire(int port) {
        this.port = port;
    }

    Answer send(String method, String path, List<String> headers, byte[] body) {
        String head = method + " " + path + " HTTP/1.1\r\n"
                + headers.stream().map(line -> line + "\r\n").collect(Collectors.joining()) + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.UTF_8));
            out.write(body);
            out.flush();
            return read(new BufferedInputStream(socket.getInputStream()), method);
        } catch (IOException broken) {
            throw new UncheckedIOException(method + " " + path + " was not answered", broken);
        }
    }

    private static Answer read(InputStream in, String method) throws IOException {
        String status = line(in);
        List<String> headers = new ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            headers.add(line);
        }
        Answer head = new Answer(status, headers, new byte[0]);
        boolean bodiless = method.equals("HEAD") || status.contains(" 204 ") || status.contains(" 304 ");
        return bodiless ? head : new Answer(status, headers, body(in, head));
    }

    private static byte[] body(InputStream in, Answer head) throws IOException {
        if (head.value("Transfer-Encoding").isEmpty()) {
            return in.readNBytes(Integer.parseInt(head.value("Content-Length").orElse("0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunk(in); size > 0; size = chunk(in)) {
            body.write(in.readNBytes(size));
            line(in);
        }
        return body.toByteArray();
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new EOFException("The answer ends within a line: " + line);
            }
            line.write(each);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
