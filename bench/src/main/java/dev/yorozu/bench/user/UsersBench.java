package dev.yorozu.bench.user;

import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.measure.Measuring;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every request of a signed-in user costs, over HTTP; and a limit on one hot key beside Bucket4j. */
@Command(
        name = "users",
        description = {
            "Sessions checked, cached profiles read and limits checked over HTTP, on the embedded store and on Redis,"
                    + " beside a bare Helidon handler.",
            "Then one limit on one key of Redis, beside Bucket4j on Lettuce."
        },
        mixinStandardHelpOptions = true)
public final class UsersBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Mixin
    private final HttpDuel http = new HttpDuel();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(names = "--users", defaultValue = "100", description = "People signed in (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(names = "--skip", paramLabel = "PART", description = "http or limit; neither by default.")
    private String skip = "";

    @Override
    public Integer call() throws Exception {
        measuring.announce(spec);
        if (!skip.equals("http")) {
            http.measure(measuring, (scratch, name, url) -> new UserServers(scratch, users).yorozu(name, url));
        }
        if (!skip.equals("limit")) {
            try (HotLimit limit = new HotLimit()) {
                limit.measure(measuring.duel(), http.callers());
            }
        }
        return 0;
    }
}
