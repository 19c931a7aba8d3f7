package dev.yorozu.server.boot;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * Takes over the signals that ask a process to stop. A shutdown hook will not do: after one, the status of the process is
 * that of a killed one, and a service manager takes an orderly stop for a failure.
 */
final class Signals {
    private Signals() {}

    /** Runs this once at the first SIGTERM or SIGINT; the second ends the process at once, for impatient operators. */
    static void onStop(Runnable stop) {
        AtomicBoolean asked = new AtomicBoolean();
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(name), signal -> {
                if (asked.compareAndSet(false, true)) {
                    stop.run();
                } else {
                    Runtime.getRuntime().halt(128 + signal.getNumber());
                }
            });
        }
    }
}
