package dev.yorozu.server.log;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import java.nio.file.Path;
import java.util.logging.Level;

/** What is written to the log, and how. */
public final class LogSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Log");

    /** How much is logged. */
    public enum Threshold {
        DEBUG,
        INFO,
        WARN,
        ERROR;

        public Level level() {
            return switch (this) {
                case DEBUG -> Level.FINE;
                case INFO -> Level.INFO;
                case WARN -> Level.WARNING;
                case ERROR -> Level.SEVERE;
            };
        }
    }

    public static final Setting<Threshold> LEVEL =
            GROUP.of("log.level", SettingType.choice(Threshold.class), "info", "Least level that is logged.");
    public static final Setting<LogFormat> FORMAT =
            GROUP.of("log.format", SettingType.choice(LogFormat.class), "json", "How each line is written.");
    public static final Setting<Boolean> ACCESS = GROUP.of(
            "log.access",
            SettingType.onOff(),
            "on",
            "Whether every request is logged, with its route and never its path, whatever `log.level` says.");
    public static final Setting<Path> FILE = GROUP.optional(
            "log.file",
            SettingType.path(),
            "none: standard error",
            "File that lines are appended to in place of standard error; made for its owner alone.");
    public static final Setting<Integer> MAX_BYTES = GROUP.of(
            "log.maxBytes",
            SettingType.size(4096, 1 << 30),
            "64MiB",
            "Size at which the log file is rotated: it becomes `FILE.1`, that one `FILE.2`.");
    public static final Setting<Integer> KEEP = GROUP.of(
            "log.keep",
            SettingType.number(1, 1000),
            "7",
            "How many rotated log files are kept; older ones are deleted.");

    private LogSettings() {}
}
