package dev.yorozu.bench.http;

import dev.yorozu.bench.measure.Duel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A server with sessions or tokens to check. */
public record Contender(String name, ServerProcess server, List<Visit> checks) implements AutoCloseable {
    /** What a number of clients reached, and what it cost the server. */
    public static final class Crowd implements Duel.Side, AutoCloseable {
        private final Contender contender;
        private final Visitors visitors;
        private final long processorNanos;

        private Crowd(Contender contender, List<? extends Talk> talks) throws IOException {
            this.contender = contender;
            this.visitors = new Visitors(contender.server.port(), talks);
            this.processorNanos = contender.server.processorTime().toNanos();
        }

        @Override
        public double rate(Duration turn) {
            try {
                return visitors.rate(turn);
            } catch (IOException e) {
                throw new UncheckedIOException(contender.name, e);
            }
        }

        /** Microseconds of the server's processor time for one answer. */
        public double processorMicros() {
            long spent = contender.server.processorTime().toNanos() - processorNanos;
            return spent / 1e3 / visitors.answered();
        }

        @Override
        public void close() {
            try {
                visitors.close();
            } catch (IOException e) {
                throw new UncheckedIOException(contender.name, e);
            }
        }
    }

    /** So many clients that make any of the checks. */
    public Crowd crowd(int callers) throws IOException {
        return crowd(Stream.generate(() -> Talk.any(checks)).limit(callers).toList());
    }

    /** One client for each of the talks. */
    public Crowd crowd(List<? extends Talk> talks) throws IOException {
        return new Crowd(this, talks);
    }

    /** A bare server that answers the same requests with what this one answers to the first of them. */
    public Contender bare(Path scratch, Path settings) throws IOException {
        Visit first = checks.getFirst();
        Path reply = Files.write(scratch.resolve("reply"), first.sample(server.port()));
        return new Contender(
                "bare",
                ServerProcess.bare(reply, settings, scratch.resolve("bare.log")),
                checks.stream().map(check -> check.expecting(first)).toList());
    }

    @Override
    public void close() {
        server.close();
    }
}
