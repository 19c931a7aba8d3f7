package dev.yorozu.store.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Real threads that are let loose together. */
public final class Race {
    private Race() {}

    /** Runs all actions at the same time, each in a thread of its own, and gathers what they return, in their order. */
    public static <T> List<T> run(List<? extends Callable<? extends T>> actions) throws Exception {
        CountDownLatch ready = new CountDownLatch(actions.size());
        CountDownLatch start = new CountDownLatch(1);
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(actions.size())) {
            for (Callable<? extends T> action : actions) {
                running.add(threads.submit(() -> {
                    ready.countDown();
                    start.await();
                    return action.call();
                }));
            }
            ready.await();
            start.countDown();
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : running) {
            results.add(future.get());
        }
        return results;
    }

    /** Runs one action in so many threads at the same time. */
    public static <T> List<T> run(int threads, Callable<T> action) throws Exception {
        return run(Stream.generate(() -> action).limit(threads).toList());
    }

    /** Runs one action in so many threads at the same time, and tells each its number. */
    public static <T> List<T> of(int threads, IntFunction<T> action) throws Exception {
        return run(IntStream.range(0, threads)
                .mapToObj(number -> (Callable<T>) () -> action.apply(number))
                .toList());
    }
}
