package dev.yorozu.server.bucket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * {@code s3rver}, a storage from npm that speaks the protocol of S3, with a bucket {@code backups}. It knows one access key, and
 * believes every signature of version 4 by it.
 */
public final class StorageProcess implements AutoCloseable {
    /** Both its only access key and the secret of it. */
    public static final String KEY = "S3RVER";

    /** Where ./test installs what tests need in Node. */
    private static final Path LIBRARIES = Path.of("target", "npm");

    private final Process process;
    private final URI endpoint;

    private StorageProcess(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** @param directory where it keeps its files */
    public static StorageProcess start(Path directory) throws IOException {
        if (!Files.isDirectory(LIBRARIES.resolve("node_modules/s3rver"))) {
            throw new IllegalStateException("This needs s3rver: ./test installs it below server/target/npm");
        }
        Path script = Files.createTempDirectory(LIBRARIES.toAbsolutePath(), "storage-")
                .resolve("storage.mjs");
        try (InputStream text = Objects.requireNonNull(StorageProcess.class.getResourceAsStream("storage.mjs"))) {
            Files.copy(text, script);
        }
        Process process = new ProcessBuilder("node", script.toString(), directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("The storage did not start");
        }
        return new StorageProcess(process, URI.create(line));
    }

    public URI endpoint() {
        return endpoint;
    }

    BucketAccess access(String key) {
        return new BucketAccess(endpoint, "us-east-1", key, KEY);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
