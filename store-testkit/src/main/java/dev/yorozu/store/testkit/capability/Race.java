package dev.yorozu.store.testkit.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Real threads, let loose together. */
final class Race {
    private Race() {}

    /** Runs the action once in each thread, all at the same time, and gathers what they return. */
    static <T> List<T> of(int threads, IntFunction<T> action) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                int number = i;
                running.add(pool.submit(() -> {
                    start.await();
                    return action.apply(number);
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
}
