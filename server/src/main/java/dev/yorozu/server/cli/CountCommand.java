package dev.yorozu.server.cli;

import dev.yorozu.server.admin.OperationsJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Counts keys by prefix. */
@Command(
        name = "count",
        mixinStandardHelpOptions = true,
        description = "Count the keys that begin with a prefix; walks them all.")
final class CountCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "What the names begin with (default: all)")
    private String prefix = "";

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    CountCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long count = access.use(operations -> {
            try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
                return operations.count(prefix, progress);
            }
        });
        answer.print(console, OperationsJson.object().put("count", count), Long.toString(count));
        return Yorozu.DONE;
    }
}
