package dev.yorozu.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Makes many things at once: what a run needs before it begins. */
public final class Together {
    private static final int AT_ONCE = 64;

    private Together() {}

    /** Makes one of the things. */
    @FunctionalInterface
    public interface Making<T> {
        T make(int number) throws Exception;
    }

    /** What was made of the numbers below the count, in their order. */
    public static <T> List<T> make(int count, Making<T> making) {
        Semaphore places = new Semaphore(AT_ONCE);
        List<T> made = new ArrayList<>(count);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> coming = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int number = i;
                places.acquire();
                coming.add(executor.submit(() -> {
                    try {
                        return making.make(number);
                    } finally {
                        places.release();
                    }
                }));
            }
            for (Future<T> each : coming) {
                made.add(each.get());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Cannot prepare the run", e);
        }
        return made;
    }
}
