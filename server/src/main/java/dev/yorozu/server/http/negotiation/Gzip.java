package dev.yorozu.server.http.negotiation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** The gzip form of bodies. */
public final class Gzip {
    /** Smaller bodies hardly become smaller, and fit into one packet anyway. */
    private static final int LEAST_BYTES = 1024;

    private Gzip() {}

    /** Whether a body of so many bytes is worth it. */
    public static boolean pays(int bytes) {
        return bytes >= LEAST_BYTES;
    }

    public static byte[] of(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory takes every byte", e);
        }
        return out.toByteArray();
    }
}
