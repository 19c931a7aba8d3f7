package dev.yorozu.server.boot;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes over the signals that ask a process to stop. A shutdown hook will not do: after one, the status of the process is
 * that of a killed one, and a service manager takes an orderly stop for a failure.
 */
final class Signals {
    /** The status of a process that a signal ended, as shells show it. */
    private static final Map<String, Integer> STATUSES = Map.of("TERM", 128 + 15, "INT", 128 + 2);

    private Signals() {}

    /** Runs this once at the first SIGTERM or SIGINT; the second ends the process at once, for impatient operators. */
    static void onStop(Runnable stop) {
        AtomicBoolean asked = new AtomicBoolean();
        STATUSES.forEach((name, status) -> org.jline.utils.Signals.register(name, () -> {
            if (asked.compareAndSet(false, true)) {
                stop.run();
            } else {
                Runtime.getRuntime().halt(status);
            }
        }));
    }
}
