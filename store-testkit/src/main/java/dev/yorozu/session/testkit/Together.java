package dev.yorozu.session.testkit;

import dev.yorozu.secret.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that are let loose together, round after round. */
final class Together implements AutoCloseable {
    private final ExecutorService threads;

    Together(int threads) {
        this.threads = Executors.newFixedThreadPool(threads);
    }

    /** How many rounds a race has: enough to see that it runs, or, asked for a long test, to find what is rare. */
    static int rounds() {
        return Boolean.getBoolean("yorozu.test.long") ? 1000 : 10;
    }

    /**
     * Whether a case that does not depend on how secrets are stored is this storage's to run: usually each runs with one of
     * the two, and, asked for a long test, with both.
     */
    static boolean inTurn(Storage storage, int number) {
        return Boolean.getBoolean("yorozu.test.long") || number % 2 == storage.ordinal();
    }

    static <T> Callable<T> action(Callable<T> action) {
        return action;
    }

    /** Runs all actions at the same time, each in a thread of its own, and gathers what they return, in their order. */
    <T> List<T> run(List<? extends Callable<? extends T>> actions) throws Exception {
        CountDownLatch ready = new CountDownLatch(actions.size());
        CountDownLatch start = new CountDownLatch(1);
        List<Future<T>> running = new ArrayList<>();
        for (Callable<? extends T> action : actions) {
            running.add(threads.submit(() -> {
                ready.countDown();
                start.await();
                return action.call();
            }));
        }
        ready.await();
        start.countDown();
        List<T> results = new ArrayList<>();
        for (Future<T> future : running) {
            results.add(future.get());
        }
        return results;
    }

    @Override
    public void close() {
        threads.close();
    }
}
