package dev.yorozu.server.systems.patreon;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Patrons in a real place that goes away as a test wishes; remembers which reports it keeps and what it writes down. */
final class TestPatrons implements Patrons {
    private final Patrons patrons;
    private final List<CrashReport> reports = new CopyOnWriteArrayList<>();
    private final List<PledgeOutcome> records = new CopyOnWriteArrayList<>();
    private volatile boolean away;

    /** Patrons in the SQL database. */
    TestPatrons(InstantSource clock) {
        this(DirectoryOpener.patrons(
                new SettingsReader(StandardSettings.schema())
                        .withoutFile()
                        .flag("directory.url", "--directory.url", "h2:" + place())
                        .read(),
                clock));
    }

    TestPatrons(Patrons patrons) {
        this.patrons = patrons;
    }

    private static Path place() {
        try {
            return Files.createTempDirectory("yorozu-patrons-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<String> adopt(String user, String profile) {
        return there().adopt(user, profile);
    }

    void away(boolean isAway) {
        away = isAway;
    }

    /** The reports that were kept, each once. */
    List<CrashReport> reports() {
        return reports;
    }

    /** What became of each event that was to be written down. */
    List<PledgeOutcome> records() {
        return records;
    }

    private Patrons there() {
        if (away) {
            throw new DirectoryException("The directory of the test is away");
        }
        return patrons;
    }

    @Override
    public Optional<String> profile(String user) {
        return there().profile(user);
    }

    @Override
    public Optional<ProfileLink> link(String user, Optional<String> identity) {
        return there().link(user, identity);
    }

    @Override
    public Usage usage(String profile, YearMonth month, Instant now) {
        return there().usage(profile, month, now);
    }

    @Override
    public boolean spend(UUID id, String profile, long tokens, Instant at) {
        return there().spend(id, profile, tokens, at);
    }

    @Override
    public Optional<PledgeOutcome> outdated(PledgeEvent event) {
        return there().outdated(event);
    }

    @Override
    public PledgeOutcome record(PledgeEvent event) {
        PledgeOutcome record = there().record(event);
        records.add(record);
        return record;
    }

    @Override
    public boolean keep(CrashReport report) {
        boolean kept = there().keep(report);
        if (kept) {
            reports.add(report);
        }
        return kept;
    }

    @Override
    public void ping() {
        there().ping();
    }

    @Override
    public void close() {
        patrons.close();
    }
}
