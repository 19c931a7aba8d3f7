package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds the addresses of hosts within a time.
 *
 * <p>The system's lookup cannot be interrupted and blocks its thread for as long as a name server stays silent. On a
 * virtual thread it would block one of the few carriers that serve all requests; so lookups have a few platform threads
 * of their own, which end when there is nothing to do.
 */
final class Lookups implements AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final Network.Resolver resolver;
    private final ThreadPoolExecutor threads;

    Lookups(Network.Resolver resolver, int most) {
        this.resolver = resolver;
        threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("yorozu-lookup-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** The addresses of a host, asked for once. */
    List<InetAddress> find(String host, Duration time)
            throws ExecutionException, TimeoutException, InterruptedException {
        Future<List<InetAddress>> lookup = threads.submit(() -> resolver.resolve(host));
        try {
            return lookup.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            // The queue needs no bound, because each caller removes its lookup from it.
            lookup.cancel(true);
            threads.purge();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
