package dev.yorozu.server.directory.patrons;

import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.Moments;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Patrons in an SQL database. It has no accounts of its own that somebody could prove to hold, so every patron who signs
 * in gets a profile. Changes are on disk when they return.
 */
public final class SqlPatrons implements Patrons {
    private final Database database;
    private final InstantSource clock;
    private final Runnable end;

    /** @param end what is left to do when this is closed: the database may be shared */
    public SqlPatrons(Database database, InstantSource clock, Runnable end) {
        this.database = database;
        this.clock = clock;
        this.end = end;
    }

    @Override
    public Optional<String> profile(String user) {
        return database.read(handle -> new PatronRows(handle).profile(user));
    }

    @Override
    public Optional<ProfileLink> link(String user, Optional<String> identity) {
        String profile = profile(user).orElseGet(() -> make(user));
        return Optional.of(new ProfileLink(profile, Optional.empty()));
    }

    private String make(String user) {
        return database.changeForGood(handle -> new PatronRows(handle).made(user, clock.instant()));
    }

    @Override
    public Optional<String> adopt(String user, String profile) {
        return profile(user)
                .or(() -> database.changeForGood(handle -> {
                    PatronRows rows = new PatronRows(handle);
                    rows.adopt(profile, user, clock.instant());
                    return rows.profile(user);
                }));
    }

    @Override
    public Usage usage(String profile, YearMonth month, Instant now) {
        return database.read(handle -> new UsageRows(handle, profile).of(month, now));
    }

    @Override
    public boolean spend(UUID id, String profile, long tokens, Instant at) {
        if (tokens < 0) {
            throw new IllegalArgumentException("Nobody uses less than no tokens");
        }
        return database.changeForGood(handle -> new UsageRows(handle, profile).spend(id, tokens, at));
    }

    @Override
    public Optional<PledgeOutcome> outdated(PledgeEvent event) {
        return database.read(handle -> new PledgeRows(handle).outdated(event));
    }

    @Override
    public PledgeOutcome record(PledgeEvent event) {
        return database.changeForGood(handle -> new PledgeRows(handle).record(event));
    }

    @Override
    public boolean keep(CrashReport report) {
        return database.changeForGood(handle -> insert(handle, report) > 0);
    }

    private int insert(Handle handle, CrashReport report) {
        return handle.execute(
                "INSERT INTO crash_reports (id, crash_timestamp, error_message, app_version, os_version, stack_trace,"
                        + " system_info, logs, client, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT DO NOTHING",
                report.id(),
                report.timestamp(),
                report.errorMessage(),
                report.appVersion(),
                report.osVersion(),
                report.stackTrace(),
                report.systemInfo(),
                report.logs(),
                report.client(),
                Moments.of(clock.instant()));
    }

    @Override
    public void ping() {
        database.ping();
    }

    @Override
    public void close() {
        end.run();
    }
}
