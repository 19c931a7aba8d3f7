package dev.yorozu.server.console;

import dev.yorozu.server.operate.backup.scheduled.BackupReport;
import dev.yorozu.server.operate.statistics.ByteSize;
import dev.yorozu.server.pages.Language;
import dev.yorozu.server.pages.Moment;
import java.time.Duration;
import java.time.Instant;

/**
 * The backups that the server makes by itself.
 *
 * @param running whether one is being made here
 */
public record BackupsView(BackupReport report, boolean running, Instant now) {
    static final String PATH = ConsoleModule.MOUNT + "/backups";

    public String path() {
        return PATH;
    }

    public Moment moment(Instant instant) {
        return new Moment(instant, now);
    }

    public String bytes(long bytes) {
        return ByteSize.text(bytes);
    }

    /** The largest unit of a span, and the next. */
    public String span(Duration span, Language language) {
        return Spans.text(span, language);
    }
}
