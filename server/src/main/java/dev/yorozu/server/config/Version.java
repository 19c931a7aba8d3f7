package dev.yorozu.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which Yorozu this is, as the build wrote it down. */
public final class Version {
    private static final String TEXT = read();

    private Version() {}

    public static String text() {
        return TEXT;
    }

    private static String read() {
        try (InputStream in = Version.class.getResourceAsStream("/dev/yorozu/server/version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
