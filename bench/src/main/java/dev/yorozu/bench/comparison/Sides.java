package dev.yorozu.bench.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The servers of one comparison, Yorozu first. Closes what was opened for them, the last first. */
final class Sides implements AutoCloseable {
    private final List<Side> sides = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();

    /** Ends something. */
    @FunctionalInterface
    interface Ending {
        void end() throws IOException;
    }

    void add(Side side) {
        sides.add(side);
        endings.add(side::close);
    }

    /** Lets something be closed with the sides, after those that come behind it. */
    void closing(Ending ending) {
        endings.add(ending);
    }

    List<Side> all() {
        return sides;
    }

    @Override
    public void close() throws IOException {
        for (Ending ending : endings.reversed()) {
            ending.end();
        }
    }
}
