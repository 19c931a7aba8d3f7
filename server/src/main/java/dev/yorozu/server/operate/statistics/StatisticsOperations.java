package dev.yorozu.server.operate.statistics;

import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;

/** What an operator can ask of the count of all keys. */
public final class StatisticsOperations {
    /** Keys, bytes and lives for each declared pattern, as last counted. */
    public static final Operation<StatisticsRequest, Reading> STATISTICS =
            Operation.get("/stats", StatisticsRequest.class, Reading.class).walking();

    /**
     * What is asked for.
     *
     * @param fresh whether to count now, or to wait for the count under way
     * @param system empty for all
     */
    public record StatisticsRequest(boolean fresh, String system) {}

    private StatisticsOperations() {}

    public static void bind(LocalOperations operations, Census census) {
        operations.onWalk(STATISTICS, (request, progress) -> read(census, request, progress));
    }

    private static Reading read(Census census, StatisticsRequest request, Progress progress) {
        Reading reading = census.reading(request.fresh(), progress);
        return request.system().isEmpty() ? reading : reading.of(request.system());
    }
}
