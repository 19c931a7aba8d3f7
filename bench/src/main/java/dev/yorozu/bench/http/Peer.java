package dev.yorozu.bench.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** What people would run instead, on the same Redis. */
public interface Peer {
    String name();

    /** Whether it is on the JVM, and says what it allocates. */
    boolean onJvm();

    /** @param redis the URL of the Redis that Yorozu works with */
    ServerProcess start(String redis, Path log) throws IOException;

    /** Prepares the work at the running peer, and makes clients that do it. */
    Supplier<Talk> clients(int port) throws IOException;
}
