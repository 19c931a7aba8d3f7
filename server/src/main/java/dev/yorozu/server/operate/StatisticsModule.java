package dev.yorozu.server.operate;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.statistics.StatisticsOperations;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.LocalOperations;
import java.util.List;

/** The statistics at the short address {@code /admin/stats}, the same as those of the admin interface. */
public record StatisticsModule(LocalOperations operations, AdminGate gate) implements HttpModule {
    @Override
    public String mount() {
        return "/admin";
    }

    @Override
    public List<String> paths() {
        return List.of(mount() + StatisticsOperations.STATISTICS.path());
    }

    @Override
    public void routes(Routes routes) {
        routes.get(
                StatisticsOperations.STATISTICS.path(),
                gate.guard(call -> operations.answer(StatisticsOperations.STATISTICS, call)));
    }
}
