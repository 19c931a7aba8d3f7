package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds addresses within a time.
 *
 * <p>The system's own lookup cannot be interrupted and holds the thread it runs on, for as long as somebody's name server
 * cares to stay silent. On a virtual thread that would be one of the few that carry all requests; so lookups have a few
 * threads of their own, which end when there is nothing to do.
 */
final class Lookups implements AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final Resolver resolver;
    private final ThreadPoolExecutor threads;

    Lookups(Resolver resolver, int most) {
        this.resolver = resolver;
        // What waits is bounded by who waits: each caller takes its question back when its time is over.
        threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("yorozu-lookup-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** The addresses of a host, asked for once; an address that needs no lookup is taken as it is. */
    List<InetAddress> find(Target target, Deadline deadline)
            throws UnknownHostException, TimeoutException, InterruptedException {
        if (target.isLiteral()) {
            return target.literal().map(List::of).orElse(List.of());
        }
        FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> resolver.resolve(target.host()));
        threads.execute(lookup);
        try {
            return lookup.get(deadline.left(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            UnknownHostException unknown = new UnknownHostException(target.host());
            unknown.initCause(failed.getCause());
            throw unknown;
        } finally {
            lookup.cancel(true);
            threads.remove(lookup);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
