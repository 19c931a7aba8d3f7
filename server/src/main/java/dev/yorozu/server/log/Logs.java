package dev.yorozu.server.log;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
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

    private Logs(Level level, LogFormat format, boolean accessLogged, LogSink out) {
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

    /** Writes to a stream, which stays the caller's. */
    public static Logs start(Level level, LogFormat format, boolean accessLogged, PrintStream out) {
        return new Logs(level, format, accessLogged, LogSink.to(out));
    }

    /**
     * Writes to the file that the settings name; where they name none, to the stream, which stays the caller's.
     *
     * @throws StartException if the file cannot be opened
     */
    public static Logs start(Settings settings, PrintStream out) {
        return new Logs(
                settings.value(LogSettings.LEVEL).level(),
                settings.value(LogSettings.FORMAT),
                settings.value(LogSettings.ACCESS),
                settings.find(LogSettings.FILE)
                        .map(file -> file(file, settings, out))
                        .orElseGet(() -> LogSink.to(out)));
    }

    private static LogSink file(Path file, Settings settings, PrintStream trouble) {
        try {
            return new LogFile(file, settings.value(LogSettings.MAX_BYTES), settings.value(LogSettings.KEEP), trouble);
        } catch (IOException unwritable) {
            throw new StartException(
                    "The log file " + file + " cannot be written: make its directory, and let this user"
                            + " write there, or choose another with log.file.");
        }
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

    /** As the other, of a request that is a part of this trace. */
    public void access(LogEvent.Access access, String trace) {
        writer.write(new LogEvent.Traced(access, trace));
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
