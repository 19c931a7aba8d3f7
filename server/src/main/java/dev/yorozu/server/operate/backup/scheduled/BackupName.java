package dev.yorozu.server.operate.backup.scheduled;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of scheduled backups: the moment, so that they sort by it, and some characters that no two share. */
final class BackupName {
    private static final String PREFIX = "yorozu-";
    private static final Pattern FORM = Pattern.compile(PREFIX + "(\\d{8}T\\d{6})Z-[0-9a-f]{8}\\.yrz");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

    private BackupName() {}

    static String of(Instant made, String unique) {
        return PREFIX + MOMENT.withZone(ZoneOffset.UTC).format(made) + "Z-" + unique + ".yrz";
    }

    /** The backup of this name and size; empty for what this program would not name so. */
    static Optional<Stored> read(String name, long bytes) {
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            Instant made = LocalDateTime.parse(matcher.group(1), MOMENT).toInstant(ZoneOffset.UTC);
            return Optional.of(new Stored(name, made, bytes));
        } catch (DateTimeException noMoment) {
            return Optional.empty();
        }
    }
}
