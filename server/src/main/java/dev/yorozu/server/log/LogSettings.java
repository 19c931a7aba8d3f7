package dev.yorozu.server.log;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
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
    public static final Setting<LogFormat> FORMAT = GROUP.of(
            "log.format", SettingType.choice(LogFormat.class), "json", "How each line is written to standard error.");
    public static final Setting<Boolean> ACCESS = GROUP.of(
            "log.access",
            SettingType.onOff(),
            "on",
            "Whether every request is logged, with its route and never its path.");

    private LogSettings() {}
}
