package dev.yorozu.server.admin;

import dev.yorozu.server.census.Reading;
import dev.yorozu.server.census.StatisticsJson;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.util.List;
import java.util.Optional;

/** The statistics at the short address {@code /admin/stats}, the same as those of the admin interface. */
public final class StatisticsModule implements HttpModule {
    private static final String STATS = "/stats";

    private final Operations operations;
    private final Gatekeeper gatekeeper;

    public StatisticsModule(Operations operations, Gatekeeper gatekeeper) {
        this.operations = operations;
        this.gatekeeper = gatekeeper;
    }

    @Override
    public String mount() {
        return "/admin";
    }

    @Override
    public List<String> grounds() {
        return List.of(mount() + STATS);
    }

    @Override
    public void routes(Routes routes) {
        routes.get(STATS, gatekeeper.guard(call -> answer(operations, call)));
    }

    static Reply answer(Operations operations, Call call) {
        boolean fresh = call.query("fresh").orElse("false").equals("true");
        Optional<String> system = call.query("system").filter(name -> !name.isEmpty());
        return Events.reply(call, progress -> {
            Reading reading = operations.statistics(fresh, progress);
            return StatisticsJson.json(system.map(reading::of).orElse(reading));
        });
    }
}
