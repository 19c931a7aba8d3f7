package dev.yorozu.bench;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.bench.http.Visitors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** A server with sessions to check. */
record Contender(String name, ServerProcess server, List<Visit> checks) implements AutoCloseable {
    /** What a number of clients reached, and what it cost the server. */
    static final class Crowd implements Duel.Side, AutoCloseable {
        private final Contender contender;
        private final Visitors visitors;
        private final long processorNanos;

        private Crowd(Contender contender, int callers) throws IOException {
            this.contender = contender;
            this.visitors = new Visitors(contender.server.port(), callers, contender.checks);
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
        double processorMicros() {
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

    Crowd crowd(int callers) throws IOException {
        return new Crowd(this, callers);
    }

    @Override
    public void close() {
        server.close();
    }
}
