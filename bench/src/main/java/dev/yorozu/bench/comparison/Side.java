package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.Latencies;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.http.Visitors;
import dev.yorozu.bench.measure.Allocation;
import dev.yorozu.bench.measure.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server of a comparison, with clients that stay connected from the warm-up to the end. */
final class Side implements AutoCloseable {
    private static final int ENOUGH = 40_000;
    private static final int LONGEST = 4;

    private final String name;
    private final ServerProcess server;
    private final Optional<ProcessHandle> redis;
    private final Visitors visitors;
    private final @Nullable Allocation allocation;
    private final List<Turn> turns = new ArrayList<>();
    private @Nullable Latencies latencies;

    /** What one turn was: answers a second, and for each answer microseconds of the processors and bytes of the heap. */
    private record Turn(double rate, double processor, double redis, double bytes) {}

    /**
     * @param redis whose processor time is counted too, where the server works with one
     * @param jvm whether its allocation can be asked for
     */
    Side(
            String name,
            ServerProcess server,
            Supplier<Talk> client,
            int callers,
            Optional<ProcessHandle> redis,
            boolean jvm)
            throws IOException {
        this.name = name;
        this.server = server;
        this.redis = redis;
        this.visitors = new Visitors(
                server.port(), Stream.generate(client).limit(callers).toList());
        this.allocation = jvm ? Allocation.of(server.handle()) : null;
    }

    String name() {
        return name;
    }

    /** Lets the server compile itself: for so long, and on a busy machine longer, until it has answered often enough. */
    void warmUp(Duration time) throws IOException {
        for (int i = 0; i == 0 || i < LONGEST && visitors.answered() < ENOUGH; i++) {
            visitors.rate(time);
        }
    }

    /** Asks as much as the server answers. */
    void turn(Duration time) throws IOException {
        long answered = visitors.answered();
        long processor = Usage.processor(server.handle()).toNanos();
        long redisProcessor = redisNanos();
        long bytes = allocated();
        double rate = visitors.rate(time);
        double count = visitors.answered() - answered;
        turns.add(new Turn(
                rate,
                (Usage.processor(server.handle()).toNanos() - processor) / 1e3 / count,
                (redisNanos() - redisProcessor) / 1e3 / count,
                (allocated() - bytes) / count));
    }

    private long redisNanos() {
        return redis.map(process -> Usage.processor(process).toNanos()).orElse(0L);
    }

    private long allocated() {
        return allocation == null ? 0 : allocation.bytes();
    }

    /** Asks at a rate that the server can answer. */
    void pace(double perSecond, Duration time) throws IOException {
        latencies = visitors.paced(perSecond, time);
    }

    double rate() {
        return median(turns.stream().mapToDouble(Turn::rate));
    }

    /** Microseconds of the server's processor time for one answer. */
    double processor() {
        return median(turns.stream().mapToDouble(Turn::processor));
    }

    /** The same of Redis, where the server works with one. */
    OptionalDouble redis() {
        return redis.isPresent()
                ? OptionalDouble.of(median(turns.stream().mapToDouble(Turn::redis)))
                : OptionalDouble.empty();
    }

    /** Bytes that the server allocates for one answer, where it is on the JVM. */
    OptionalDouble bytes() {
        return allocation == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(median(turns.stream().mapToDouble(Turn::bytes)));
    }

    double latency(double share) {
        return latencies == null ? Double.NaN : latencies.micros(share);
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    public void close() throws IOException {
        visitors.close();
        if (allocation != null) {
            allocation.close();
        }
    }
}
