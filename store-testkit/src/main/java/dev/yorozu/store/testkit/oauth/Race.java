package dev.yorozu.store.testkit.oauth;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Lets many threads loose at once, as often as the run asks for. */
final class Race {
    private static final int LONG = 1000;

    private Race() {}

    /** How many rounds a race takes: few, or a thousand where the system property {@code yorozu.test.long} is true. */
    static int rounds(int few) {
        return Boolean.getBoolean("yorozu.test.long") ? LONG : few;
    }

    /** Runs the actions at the same time and gathers what they return, in their order. */
    static <T> List<T> run(List<Callable<T>> actions) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Callable<T> action : actions) {
                running.add(threads.submit(() -> {
                    start.await();
                    return action.call();
                }));
            }
            start.countDown();
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : running) {
            results.add(future.get());
        }
        return results;
    }

    /** Runs the action in so many threads at the same time. */
    static <T> List<T> run(int threads, Callable<T> action) throws Exception {
        return run(Stream.generate(() -> action).limit(threads).toList());
    }
}
