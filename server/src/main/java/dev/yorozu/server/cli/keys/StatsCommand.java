package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.statistics.StatisticsOperations;
import dev.yorozu.server.operate.statistics.StatisticsOperations.StatisticsRequest;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what the store holds, by category and pattern by pattern. */
@Command(
        name = "stats",
        description = {
            "Show keys, memory and lives by category and for every kind of key, as last counted.",
            "A store without a server is counted at once."
        })
public final class StatsCommand extends TableCommand {
    /** What the numbers are summed by. */
    enum By {
        CATEGORY,
        KEY
    }

    @Option(names = "--by", paramLabel = "BY", description = "Only the table by category, or only the one by key")
    private @Nullable By by;

    @Option(names = "--system", paramLabel = "SYSTEM", description = "Only this system, such as users or tokens")
    private @Nullable String system;

    @Option(names = "--fresh", description = "Count now, or wait for the count under way")
    private boolean fresh;

    @Option(names = "--all", description = "Also list categories and kinds of which there are no keys")
    private boolean all;

    @Override
    public Integer call() {
        Reading whole = walk("Counting", StatisticsOperations.STATISTICS, new StatisticsRequest(fresh, ""));
        if (system != null && !whole.statistics().has(system)) {
            throw wrong("There is no such system: schema lists them");
        }
        Reading reading = system == null ? whole : whole.of(system);
        return print(reading, () -> print(reading));
    }

    private void print(Reading reading) {
        StatisticsText text = new StatisticsText(console(), reading, all);
        if (by != By.KEY) {
            text.categories();
            println("");
        }
        if (by != By.CATEGORY) {
            text.patterns();
            println("");
        }
        text.caches();
        text.origin(InstantSource.system().instant());
    }
}
