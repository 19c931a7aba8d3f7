package dev.yorozu.server.cli.text;

import dev.yorozu.server.operate.transport.Progress;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error for a person who waits; nothing for what is done within a moment, or for a script. */
public final class ProgressLine implements Progress, AutoCloseable {
    private static final long WAIT = Duration.ofMillis(700).toNanos();

    private final Console console;
    private final String task;
    private final long expected;
    private final long begun = System.nanoTime();
    private @Nullable ProgressBar bar;

    /**
     * @param expected how many keys there will be; negative when nobody knows
     */
    public ProgressLine(Console console, String task, long expected) {
        this.console = console;
        this.task = task;
        this.expected = expected;
    }

    @Override
    public void keys(long done) {
        if (bar == null && console.interactive() && System.nanoTime() - begun > WAIT) {
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(expected)
                    .setUnit(" keys", 1)
                    .showSpeed()
                    .clearDisplayOnFinish()
                    .setConsumer(new ConsoleProgressBarConsumer(console.progress()))
                    .build();
        }
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
