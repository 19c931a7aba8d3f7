package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The servers of one comparison, in turns, the first of which is what the others are compared with. */
final class Sides implements AutoCloseable {
    private static final int WARMING_TURNS = 3;
    /** How many times as long as it should the compilers may take. */
    private static final int LONGEST = 8;

    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Side> sides = new ArrayList<>();

    /** Lets a server end with this comparison. */
    ServerProcess ending(ServerProcess server) {
        servers.add(server);
        return server;
    }

    /** Connects the clients of all servers, once all of them are ready: none has to keep connections for nothing. */
    void connect(List<Side.Ready> ready, int callers) throws IOException {
        for (Side.Ready each : ready) {
            sides.add(new Side(each, callers));
        }
    }

    /**
     * Lets all servers compile themselves and fill their caches, in turns: for this time, and then each on by itself until its
     * compilers have little to do and every user has asked it, however long the latter takes.
     */
    void warmUp(Duration time) throws IOException {
        List<Side> cold = new ArrayList<>(sides);
        for (int turn = 0; mayWarmOn(cold, turn); turn++) {
            boolean together = turn < WARMING_TURNS - 1;
            List<Side> warming = List.copyOf(cold);
            cold.clear();
            for (Side side : warming) {
                if (!side.warmUp(time.dividedBy(WARMING_TURNS)) || together) {
                    cold.add(side);
                }
            }
        }
        for (Side side : cold) {
            System.err.println(side.name() + " is not warm: the machine is too busy for good numbers.");
        }
    }

    private static boolean mayWarmOn(List<Side> cold, int turn) {
        return turn < LONGEST * WARMING_TURNS ? !cold.isEmpty() : !cold.stream().allMatch(Side::isSteady);
    }

    List<Side> all() {
        return sides;
    }

    @Override
    public void close() throws IOException {
        for (Side side : sides) {
            side.close();
        }
        servers.forEach(ServerProcess::close);
    }
}
