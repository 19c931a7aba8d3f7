package dev.yorozu.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** So many callers that repeat an operation as fast as they can. */
public record Load(int callers, Threads threads) {
    /** What a caller is. Native calls block the carriers of virtual threads, so a raw engine is given platform threads. */
    public enum Threads {
        VIRTUAL,
        PLATFORM;

        ExecutorService executor() {
            return this == VIRTUAL ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newCachedThreadPool();
        }
    }

    /** Numbers are never used twice within a process, so that an operation can make a new key of each. */
    private static final AtomicLong NUMBERS = new AtomicLong();

    private static final long NUMBERS_PER_CALLER = 1L << 32;

    /** These callers with this operation, for a duel. */
    public Duel.Side of(Operation operation) {
        return turn -> rate(operation, turn);
    }

    /** How many operations a second all callers reach together. */
    private double rate(Operation operation, Duration time) {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Long>> counts = new ArrayList<>();
        try (ExecutorService executor = threads.executor()) {
            for (int i = 0; i < callers; i++) {
                long first = NUMBERS.getAndAdd(NUMBERS_PER_CALLER);
                counts.add(executor.submit(() -> {
                    start.await();
                    long number = first;
                    while (!stop.get()) {
                        operation.run(number++);
                    }
                    return number - first;
                }));
            }
            long begun = System.nanoTime();
            start.countDown();
            Thread.sleep(time);
            stop.set(true);
            long operations = 0;
            for (Future<Long> count : counts) {
                operations += count.get();
            }
            return operations * 1e9 / (System.nanoTime() - begun);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while measuring", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("The measured operation failed", e.getCause());
        }
    }
}
