package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.Latencies;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.http.Visitors;
import dev.yorozu.bench.measure.Allocation;
import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server of a comparison, with clients that stay connected from the warm-up to the end. */
final class Side implements AutoCloseable {
    /** The share of its processor time that a server's compilers may take once it is warm. */
    private static final double SETTLED = 0.05;

    private static final int TICK_MILLIS = 10;

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
     * A server that is ready to be asked.
     *
     * @param redis whose processor time is counted too, where the server works with one
     * @param jvm whether its allocation can be asked for
     */
    record Ready(
            String name, ServerProcess server, Supplier<Talk> client, Optional<ProcessHandle> redis, boolean jvm) {}

    /** Connects so many clients. */
    Side(Ready ready, int callers) throws IOException {
        this.name = ready.name();
        this.server = ready.server();
        this.redis = ready.redis();
        this.visitors = new Visitors(
                server.port(), Stream.generate(ready.client()).limit(callers).toList());
        this.allocation = ready.jvm() ? Allocation.of(server.handle()) : null;
    }

    String name() {
        return name;
    }

    /**
     * Lets the server compile itself and fill its caches for so long. True when its compilers had little to do, and it
     * {@linkplain #isSteady knows its users}.
     */
    boolean warmUp(Duration time) throws IOException {
        long compilers = Usage.compilerTicks(server.handle());
        long processor = Usage.processor(server.handle()).toMillis();
        visitors.rate(time);
        double spent = Usage.processor(server.handle()).toMillis() - processor;
        boolean settled = (Usage.compilerTicks(server.handle()) - compilers) * TICK_MILLIS <= spent * SETTLED;
        return settled && isSteady();
    }

    /** Whether every user has asked. */
    boolean isSteady() {
        return visitors.areSteady();
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
        return Duel.median(turns.stream().mapToDouble(Turn::rate).toArray());
    }

    /** Microseconds of the server's processor time for one answer. */
    double processor() {
        return Duel.median(turns.stream().mapToDouble(Turn::processor).toArray());
    }

    /** The same of Redis, where the server works with one. */
    OptionalDouble redis() {
        return redis.isPresent()
                ? OptionalDouble.of(
                        Duel.median(turns.stream().mapToDouble(Turn::redis).toArray()))
                : OptionalDouble.empty();
    }

    /** Bytes that the server allocates for one answer, where it is on the JVM. */
    OptionalDouble bytes() {
        return allocation == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        Duel.median(turns.stream().mapToDouble(Turn::bytes).toArray()));
    }

    double latency(double share) {
        return latencies == null ? Double.NaN : latencies.micros(share);
    }

    @Override
    public void close() throws IOException {
        visitors.close();
        if (allocation != null) {
            allocation.close();
        }
    }
}
