package dev.yorozu.bench.patreon;

import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.measure.Measuring;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every request of a patron costs, over HTTP. */
@Command(
        name = "patreon",
        description = "Sessions validated with their membership cached, and signed tokens checked with the quota read,"
                + " over HTTP, on the embedded store and on Redis, beside a bare Helidon handler.",
        mixinStandardHelpOptions = true)
public final class PatreonBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Mixin
    private final HttpDuel http = new HttpDuel();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(names = "--users", defaultValue = "100", description = "People signed in (default ${DEFAULT-VALUE}).")
    private int users;

    @Override
    public Integer call() throws Exception {
        measuring.announce(spec);
        try (PatreonStandIn patreon = new PatreonStandIn()) {
            http.measure(
                    measuring,
                    (scratch, name, url) -> new PatreonServers(scratch, users, patreon.url()).yorozu(name, url));
        }
        return 0;
    }
}
