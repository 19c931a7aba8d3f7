package dev.yorozu.server.cli;

import dev.yorozu.server.census.Reading;
import dev.yorozu.server.census.StatisticsJson;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints what the store holds, by category and pattern by pattern. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        description = {
            "Show keys, memory and lives by category and for every kind of key, as last counted.",
            "A store without a server is counted at once."
        })
final class StatsCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private final Access access = new Access();

    /** What the numbers are summed by. */
    enum By {
        CATEGORY,
        KEY
    }

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Option(names = "--by", paramLabel = "BY", description = "Only the table by category, or only the one by key")
    private @Nullable By by;

    @Option(names = "--system", paramLabel = "SYSTEM", description = "Only this system, such as users or tokens")
    private @Nullable String system;

    @Option(names = "--fresh", description = "Count now, or wait for the count under way")
    private boolean fresh;

    @Option(names = "--all", description = "Also list categories and kinds of which there are no keys")
    private boolean all;

    StatsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Reading reading = access.use(operations -> {
            try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
                return operations.statistics(fresh, progress);
            }
        });
        if (system != null) {
            if (!reading.statistics().has(system)) {
                throw new ParameterException(spec.commandLine(), "There is no such system: schema lists them");
            }
            reading = reading.of(system);
        }
        if (answer.json()) {
            console.out().println(StatisticsJson.json(reading).toPrettyString());
        } else {
            print(reading);
        }
        console.out().flush();
        return Yorozu.DONE;
    }

    private void print(Reading reading) {
        StatisticsText text = new StatisticsText(console, reading, all);
        if (by != By.KEY) {
            text.categories();
            console.out().println();
        }
        if (by != By.CATEGORY) {
            text.patterns();
            console.out().println();
        }
        text.caches();
        text.origin(InstantSource.system().instant());
    }
}
