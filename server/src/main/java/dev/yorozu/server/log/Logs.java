package dev.yorozu.server.log;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * The log of the process. While open, everything written through java.util.logging, by us and by the libraries, goes
 * through it; closing writes what is queued and puts the handlers from before back.
 */
public final class Logs implements AutoCloseable {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger OWN = Logger.getLogger("dev.yorozu");
    /** Libraries that tell at level INFO what only their makers want to know. Kept here, because weak elsewhere. */
    private static final List<Logger> CHATTY =
            List.of(Logger.getLogger("io.helidon"), Logger.getLogger("io.lettuce"), Logger.getLogger("io.netty"));

    private final LogWriter writer;
    private final boolean accessLogged;
    private final Handler handler;
    private final Handler[] before;
    private final Level levelBefore;

    private Logs(Level level, LogFormat format, boolean accessLogged, PrintStream out) {
        this.writer = new LogWriter(format, out);
        this.accessLogged = accessLogged;
        this.handler = new QueueHandler(writer);
        this.before = ROOT.getHandlers();
        this.levelBefore = ROOT.getLevel();
        Arrays.stream(before).forEach(ROOT::removeHandler);
        ROOT.addHandler(handler);
        OWN.setLevel(level);
        // Libraries write out what passes through them on their lowest levels, headers and values included.
        ROOT.setLevel(atLeast(Level.INFO, level));
        CHATTY.forEach(logger -> logger.setLevel(atLeast(Level.WARNING, level)));
    }

    public static Logs start(Level level, LogFormat format, boolean accessLogged, PrintStream out) {
        return new Logs(level, format, accessLogged, out);
    }

    private static Level atLeast(Level floor, Level level) {
        return level.intValue() > floor.intValue() ? level : floor;
    }

    /** Whether a line for each request is wanted. */
    public boolean takesAccess() {
        return accessLogged;
    }

    /** Writes one request's line. */
    public void access(LogEvent.Access access) {
        writer.write(access);
    }

    /** How many lines were dropped because the writer could not keep up. */
    public long dropped() {
        return writer.dropped();
    }

    @Override
    public void close() {
        ROOT.removeHandler(handler);
        ROOT.setLevel(levelBefore);
        OWN.setLevel(null);
        Arrays.stream(before).forEach(ROOT::addHandler);
        CHATTY.forEach(logger -> logger.setLevel(null));
        writer.close();
    }

    private static final class QueueHandler extends Handler {
        private static final Formatter MESSAGES = new SimpleFormatter();

        private final LogWriter writer;

        QueueHandler(LogWriter writer) {
            this.writer = writer;
        }

        @Override
        public void publish(LogRecord entry) {
            if (isLoggable(entry)) {
                writer.write(new LogEvent.Message(
                        entry.getInstant(),
                        level(entry.getLevel()),
                        Optional.ofNullable(entry.getLoggerName()).orElse(""),
                        Optional.ofNullable(MESSAGES.formatMessage(entry)).orElse(""),
                        Optional.ofNullable(entry.getThrown())));
            }
        }

        private static String level(Level level) {
            int value = level.intValue();
            if (value >= Level.SEVERE.intValue()) {
                return "error";
            }
            if (value >= Level.WARNING.intValue()) {
                return "warn";
            }
            return value >= Level.INFO.intValue() ? "info" : "debug";
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
